#if !os(macOS)
    #if os(Linux)
        internal import AVFAudioSession
    #else
        internal import AVFAudio
    #endif
    internal import Foundation
    internal import SessionOracle
    internal import SessionPolicy

    // Converts the policy's words to Apple's. Categories and modes have the texts of Apple's constants; options have
    // the same bits.

    extension SessionPolicy.Category {
        init?(apple: AVAudioSession.Category) {
            guard let category = Self.allCases.first(where: { $0.apple == apple }) else { return nil }
            self = category
        }

        var apple: AVAudioSession.Category {
            AVAudioSession.Category(rawValue: "AVAudioSessionCategory" + name.capitalizedFirst)
        }
    }

    extension SessionPolicy.Mode {
        init?(apple: AVAudioSession.Mode) {
            guard let mode = Self.allCases.first(where: { $0.apple == apple }) else { return nil }
            self = mode
        }

        var apple: AVAudioSession.Mode { AVAudioSession.Mode(rawValue: "AVAudioSessionMode" + name.capitalizedFirst) }
    }

    extension SessionPolicy.CategoryOptions {
        private static let known = named.reduce(into: Self()) { $0.formUnion($1.option) }

        init?(apple: AVAudioSession.CategoryOptions) {
            guard let bits = UInt32(exactly: apple.rawValue), Self(rawValue: bits).isSubset(of: Self.known) else {
                return nil
            }
            self.init(rawValue: bits)
        }

        var apple: AVAudioSession.CategoryOptions { AVAudioSession.CategoryOptions(rawValue: UInt(rawValue)) }
    }

    extension SessionPolicy.Port {
        var apple: AVAudioSession.Port {
            switch self {
            case .hdmi: .HDMI
            case .airPlay: .airPlay
            case .bluetoothA2DP: .bluetoothA2DP
            case .bluetoothHFP: .bluetoothHFP
            case .builtInMic: .builtInMic
            case .builtInReceiver: .builtInReceiver
            case .builtInSpeaker: .builtInSpeaker
            case .carAudio: .carAudio
            case .headphones: .headphones
            case .headsetMic: .headsetMic
            case .lineOut: .lineOut
            case .usbAudio: .usbAudio
            }
        }
    }

    extension Device.Told {
        /// The notification that Apple posts for it, or nil if an app learns of it in another way (a delegate, an
        /// observed value) or not at all. A route change lacks the previous route, because only Apple's code can create
        /// route descriptions.
        func notification(from session: TestSession) -> Notification? {
            func post(_ name: Notification.Name, _ userInfo: [String: Any]? = nil) -> Notification {
                Notification(name: name, object: session, userInfo: userInfo)
            }
            switch self {
            case .interruptionBegan(let reason):
                return post(
                    AVAudioSession.interruptionNotification,
                    [
                        AVAudioSessionInterruptionTypeKey: number(AVAudioSession.InterruptionType.began),
                        AVAudioSessionInterruptionReasonKey: NSNumber(value: UInt(reason.rawValue)),
                    ])
            case .interruptionEnded(let shouldResume):
                // Before there was a flag, every interruption that ended was one to resume from (R-INT-6).
                let options: AVAudioSession.InterruptionOptions = shouldResume ?? true ? .shouldResume : []
                return post(
                    AVAudioSession.interruptionNotification,
                    [
                        AVAudioSessionInterruptionTypeKey: number(AVAudioSession.InterruptionType.ended),
                        AVAudioSessionInterruptionOptionKey: NSNumber(value: options.rawValue),
                    ])
            case .routeChange(let reason):
                return post(
                    AVAudioSession.routeChangeNotification,
                    [AVAudioSessionRouteChangeReasonKey: NSNumber(value: UInt(reason.rawValue))])
            case .silenceSecondaryAudioHint(let begins):
                let type: AVAudioSession.SilenceSecondaryAudioHintType = begins ? .begin : .end
                return post(
                    AVAudioSession.silenceSecondaryAudioHintNotification,
                    [AVAudioSessionSilenceSecondaryAudioHintTypeKey: number(type)])
            case .mediaServicesWereLost: return post(AVAudioSession.mediaServicesWereLostNotification)
            case .mediaServicesWereReset: return post(AVAudioSession.mediaServicesWereResetNotification)
            case .availableInputsChange: return post(.newer("AvailableInputsChange"))
            case .outputMuteStateChange(let isMuted):
                return post(
                    .newer("OutputMuteStateChange"), ["AVAudioSessionMuteStateKey": NSNumber(value: isMuted ? 1 : 0)])
            case .userIntentToUnmuteOutput: return post(.newer("UserIntentToUnmuteOutput"))
            case .becameActive: return post(.newer("DidBecomeActive"))
            case .becameInactive(let deactivation):
                return post(.newer("DidBecomeInactive"), Contexts.of(deactivation))
            case .resumptionRecommended(let shouldResume):
                return post(.newer("ResumptionRecommendation"), Contexts.ofResumption(shouldResume))
            case .proximityStateChange:
                // The object is Apple's `UIDevice`, which only Apple's code can create.
                return Notification(name: Notification.Name("UIDeviceProximityStateDidChangeNotification"))
            case .soundFinished, .terminated, .outputVolume, .callActivated, .callDeactivated, .inputMuteStateChange,
                .remoteCommand:
                return nil
            }
        }

        private func number(_ value: some RawRepresentable<UInt>) -> NSNumber { NSNumber(value: value.rawValue) }
    }

    extension Notification.Name {
        /// The name of a notification of iOS 26 or 27 by its text: a test may be compiled against an older SDK.
        fileprivate static func newer(_ name: String) -> Self { Self("AVAudioSession\(name)Notification") }
    }

    /// The objects in the life-cycle notifications of iOS 27; nil on Apple's systems, where only Apple's code can
    /// create them.
    private enum Contexts {
        #if os(Linux)
            static func of(_ deactivation: Deactivation) -> [String: Any]? {
                let reason = deactivation.reason.flatMap {
                    AVAudioSession.InterruptionReason(rawValue: UInt($0.rawValue))
                }
                return [AVAudioSession.deactivationContextKey: AVAudioSession.DeactivationContext(reason: reason)]
            }

            static func ofResumption(_ shouldResume: Bool) -> [String: Any]? {
                let context = AVAudioSession.ResumptionContext(
                    recommendation: shouldResume ? .shouldResume : .shouldNotResume)
                return [AVAudioSession.resumptionContextKey: context]
            }
        #else
            static func of(_ deactivation: Deactivation) -> [String: Any]? { nil }
            static func ofResumption(_ shouldResume: Bool) -> [String: Any]? { nil }
        #endif
    }

    extension String {
        fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
    }
#endif
