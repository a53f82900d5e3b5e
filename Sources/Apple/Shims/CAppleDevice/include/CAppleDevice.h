#ifndef CAPPLEDEVICE_H
#define CAPPLEDEVICE_H

/// The device behind Apple's names, a retained `DeviceEntry` of Swift; null in a program that links none.
void *_Nullable audiosession_apple_device(void);

/// The object that posts the session's notifications: a retained `SessionObserver` of Swift; null in a program without AVFAudioSession.
void *_Nullable audiosession_apple_session(void);

#endif
