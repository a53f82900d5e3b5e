// Whoever imports AVFAudio has what Apple's brings along.
@_exported public import AudioToolbox
@_exported public import CoreAudioTypes
@_exported public import Dispatch
@_exported public import Foundation
