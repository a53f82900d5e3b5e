#if !os(macOS)
    public import SessionOracle

    #if canImport(Testing)
        import Testing
    #endif
    #if canImport(XCTest)
        import XCTest
    #endif

    // Expectations of Swift Testing and XCTest: a failure is reported at its own line, with the story, and the test
    // continues.
    extension TestPhone {
        /// Exactly these sounds are heard, no others, in any order: `app/song`, or for the phone's own sounds `ringtone`,
        /// `alarm`, ….
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

        /// Exactly these apps record, no others, in any order.
        ///
        /// - Parameter apps: Their names; that of the app under test is `app` unless the phone's initializer names it.
        public func expect(
            recording apps: [String], fileID: String = #fileID, file: StaticString = #filePath, line: Int = #line,
            column: Int = #column
        ) {
            expect(fileID: fileID, file: file, line: line, column: column) { device in
                try device.expect(recording: apps)
            }
        }

        /// The app under test received exactly these events by the last act.
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

        /// Checks expectations of the device that a closure calls.
        ///
        ///     phone.expect { try $0.expect(ducked: ["music/album"]) }
        ///
        /// - Parameter check: Calls expectations of the device, which throw.
        public func expect(
            fileID: String = #fileID, file: StaticString = #filePath, line: Int = #line, column: Int = #column,
            _ check: (Device) throws -> Void
        ) {
            let place = ReportedPlace(fileID: fileID, file: file, line: line, column: column)
            let device = device
            // Expectations do not count in a disrupted run.
            if DisruptedRun.current?.isDisrupted == true { return }
            do {
                try check(device)
            } catch let unmet as UnmetExpectation {
                place.report("\(unmet.finding)\n\(unmet.story)")
            } catch {
                place.report("\(error)")
            }
        }
    }

    /// A location in a test at which a failure is reported to Swift Testing or XCTest, whichever runs the test.
    struct ReportedPlace: Sendable {
        let fileID: String
        let file: StaticString
        let line: Int
        let column: Int

        /// Reports a failure. On a thread that belongs to no test it goes to both, so that it is not lost.
        func report(_ text: String) {
            #if canImport(Testing)
                let place = SourceLocation(fileID: fileID, filePath: "\(file)", line: line, column: column)
                Issue.record(Comment(rawValue: text), sourceLocation: place)
                if Test.current != nil { return }
            #endif
            #if canImport(XCTest)
                XCTFail(text, file: file, line: UInt(line))
            #endif
        }
    }
#endif
