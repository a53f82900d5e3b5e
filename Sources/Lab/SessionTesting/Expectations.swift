#if !os(macOS)
    public import SessionOracle

    #if canImport(Testing)
        import Testing
    #endif
    #if canImport(XCTest)
        import XCTest
    #endif

    // Expectations of Swift Testing and of XCTest: one that does not hold is reported at its own line, with the story, and the test
    // goes on.
    extension TestPhone {
        /// Exactly these sounds are heard, no others, in any order: `app/song`, or for the phone's own sounds `ringtone`, `alarm`, ….
        ///
        /// - Parameter sounds: Their names.
        public func expect(
            heard sounds: [String], fileID: String = #fileID, file: StaticString = #filePath, line: Int = #line,
            column: Int = #column
        ) {
            expect(fileID: fileID, file: file, line: line, column: column) { device in
                try device.expect(heard: sounds)
            }
        }

        /// The app under test was told exactly this by the last act.
        ///
        /// - Parameter events: In order.
        public func expect(
            told events: [Device.Told], fileID: String = #fileID, file: StaticString = #filePath, line: Int = #line,
            column: Int = #column
        ) {
            expect(fileID: fileID, file: file, line: line, column: column) { device in
                try device.expect(events: events, of: app)
            }
        }

        /// What the closure demands of the phone holds.
        ///
        ///     phone.expect { try $0.expect(ducked: ["music/album"]) }
        ///
        /// - Parameter check: Calls expectations of the device.
        public func expect(
            fileID: String = #fileID, file: StaticString = #filePath, line: Int = #line, column: Int = #column,
            _ check: (Device) throws -> Void
        ) {
            do {
                try check(device)
            } catch let unmet as UnmetExpectation {
                report("\(unmet.finding)\n\(unmet.story)", fileID, file, line, column)
            } catch {
                report("\(error)", fileID, file, line, column)
            }
        }

        private func report(_ text: String, _ fileID: String, _ file: StaticString, _ line: Int, _ column: Int) {
            #if canImport(Testing)
                if Test.current != nil {
                    let place = SourceLocation(fileID: fileID, filePath: "\(file)", line: line, column: column)
                    Issue.record(Comment(rawValue: text), sourceLocation: place)
                    return
                }
            #endif
            #if canImport(XCTest)
                XCTFail(text, file: file, line: UInt(line))
            #endif
        }
    }
#endif
