// Apple's AVFAudio re-exports these modules, and its Foundation includes Observation.
@_exported public import AVFAudioSession
@_exported public import AudioToolbox
@_exported public import CoreAudioTypes
@_exported public import Dispatch
@_exported public import Foundation
@_exported public import Observation
