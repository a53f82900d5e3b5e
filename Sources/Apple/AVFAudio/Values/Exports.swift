// A file that imports AVFAudio has the modules that Apple's brings along; Foundation has observed classes there.
@_exported public import AVFAudioSession
@_exported public import AudioToolbox
@_exported public import CoreAudioTypes
@_exported public import Dispatch
@_exported public import Foundation
@_exported public import Observation
