/* What the old interface answers to calls that come too early, with wrong sizes, with NULL, and from many threads. */
#include <AudioToolbox/AudioToolbox.h>
#include <CoreFoundation/CFRunLoop.h>
#include <CoreFoundation/CFString.h>

#include <pthread.h>
#include <stdio.h>
#include <string.h>

static int failures;

static void expect(const char *what, OSStatus is, OSStatus wanted)
{
    if (is == wanted) return;
    printf("%s: %d instead of %d\n", what, (int)is, (int)wanted);
    failures++;
}

#define EXPECT(call, wanted) expect(#call, (OSStatus)(call), (OSStatus)(wanted))

static void heard(void *client, AudioSessionPropertyID property, UInt32 size, const void *data)
{
    (void)client, (void)property, (void)size, (void)data;
}

static void too_early(void)
{
    UInt32 word = kAudioSessionCategory_MediaPlayback, size = sizeof word;
    EXPECT(AudioSessionSetActive(TRUE), kAudioSessionNotInitialized);
    EXPECT(AudioSessionSetActiveWithFlags(FALSE, 1), kAudioSessionNotInitialized);
    EXPECT(AudioSessionGetProperty(kAudioSessionProperty_AudioCategory, &size, &word), kAudioSessionNotInitialized);
    EXPECT(AudioSessionSetProperty(kAudioSessionProperty_AudioCategory, size, &word), kAudioSessionNotInitialized);
    EXPECT(AudioSessionGetPropertySize(kAudioSessionProperty_AudioCategory, &size), kAudioSessionNotInitialized);
    EXPECT(AudioSessionAddPropertyListener(kAudioSessionProperty_AudioRouteChange, heard, NULL),
        kAudioSessionNotInitialized);
    EXPECT(AudioSessionRemovePropertyListenerWithUserData(kAudioSessionProperty_AudioRouteChange, heard, NULL),
        kAudioSessionNotInitialized);
}

static void wrong_sizes(void)
{
    UInt32 word = kAudioSessionCategory_MediaPlayback, size;
    Float64 rate = 44100;
    Float32 seconds = 0.005f;
    for (size = 0; size < 4; size++) {
        UInt32 room = size;
        EXPECT(AudioSessionGetProperty(kAudioSessionProperty_AudioCategory, &room, &word), kAudioSessionBadPropertySizeError);
    }
    for (size = 0; size < 10; size++) {
        if (size != 4)
            EXPECT(AudioSessionSetProperty(kAudioSessionProperty_AudioCategory, size, &word),
                kAudioSessionBadPropertySizeError);
        if (size != 8)
            EXPECT(AudioSessionSetProperty(kAudioSessionProperty_PreferredHardwareSampleRate, size, &rate),
                kAudioSessionBadPropertySizeError);
    }
    size = 4;
    EXPECT(AudioSessionGetProperty(kAudioSessionProperty_CurrentHardwareSampleRate, &size, &rate),
        kAudioSessionBadPropertySizeError);
    EXPECT(AudioSessionSetProperty(kAudioSessionProperty_PreferredHardwareIOBufferDuration, 8, &rate),
        kAudioSessionBadPropertySizeError);
    EXPECT(AudioSessionSetProperty(kAudioSessionProperty_PreferredHardwareIOBufferDuration, 4, &seconds), 0);
    EXPECT(AudioSessionSetProperty(kAudioSessionProperty_AudioCategory, 4, NULL), kAudioSessionBadPropertySizeError);
    EXPECT(AudioSessionGetProperty(kAudioSessionProperty_AudioCategory, NULL, &word), kAudioSessionBadPropertySizeError);
    EXPECT(AudioSessionGetProperty(kAudioSessionProperty_AudioCategory, &size, NULL), kAudioSessionBadPropertySizeError);
    EXPECT(AudioSessionGetPropertySize(kAudioSessionProperty_AudioCategory, NULL), kAudioSessionBadPropertySizeError);
}

static void wrong_values(void)
{
    UInt32 word = 0x12345678, size = sizeof word, on = 1, speaker = kAudioSessionOverrideAudioRoute_Speaker;
    EXPECT(AudioSessionSetProperty(kAudioSessionProperty_AudioCategory, 4, &word), kAudioSessionUnsupportedPropertyError);
    EXPECT(AudioSessionSetProperty(0x78787878, 4, &word), kAudioSessionUnsupportedPropertyError);
    EXPECT(AudioSessionGetProperty(0x78787878, &size, &word), kAudioSessionUnsupportedPropertyError);
    EXPECT(AudioSessionAddPropertyListener(kAudioSessionProperty_AudioCategory, heard, NULL),
        kAudioSessionUnsupportedPropertyError);
    EXPECT(AudioSessionGetProperty(kAudioSessionProperty_OverrideAudioRoute, &size, &word),
        kAudioSessionUnsupportedPropertyError);
    EXPECT(AudioSessionGetProperty(kAudioSessionProperty_AudioRouteChange, &size, &word),
        kAudioSessionUnsupportedPropertyError);
    EXPECT(AudioSessionGetProperty(kAudioSessionProperty_InterruptionType, &size, &word),
        kAudioSessionUnsupportedPropertyError);
    EXPECT(AudioSessionSetProperty(kAudioSessionProperty_OverrideAudioRoute, 4, &speaker),
        kAudioSessionIncompatibleCategory);
    EXPECT(AudioSessionSetProperty(kAudioSessionProperty_OverrideCategoryDefaultToSpeaker, 4, &on),
        kAudioSessionIncompatibleCategory);
    EXPECT(AudioServicesCreateSystemSoundID(NULL, &word), kAudioServicesSystemSoundUnspecifiedError);
    EXPECT(word, 0);
    EXPECT(AudioServicesDisposeSystemSoundID(77777), kAudioServicesSystemSoundUnspecifiedError);
    AudioServicesPlaySystemSound(77777);
    AudioServicesRemoveSystemSoundCompletion(77777);
}

static void *work(void *number)
{
    int turn;
    for (turn = 0; turn < 50; turn++) {
        UInt32 size = sizeof(Float32);
        UInt32 category = turn % 2 ? kAudioSessionCategory_MediaPlayback : kAudioSessionCategory_AmbientSound;
        Float32 volume = -1;
        AudioSessionSetProperty(kAudioSessionProperty_AudioCategory, sizeof category, &category);
        AudioSessionGetProperty(kAudioSessionProperty_CurrentHardwareOutputVolume, &size, &volume);
        if (size != sizeof volume || volume < 0 || volume > 1) return number;
        AudioSessionSetActive(turn % 3 == 0);
        AudioSessionAddPropertyListener(kAudioSessionProperty_AudioRouteChange, heard, number);
        AudioSessionRemovePropertyListenerWithUserData(kAudioSessionProperty_AudioRouteChange, heard, number);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[8];
    int numbers[8], thread;
    too_early();
    EXPECT(AudioSessionInitialize(NULL, NULL, NULL, NULL), 0);
    EXPECT(AudioSessionInitialize(NULL, NULL, NULL, NULL), kAudioSessionAlreadyInitialized);
    wrong_sizes();
    wrong_values();
    for (thread = 0; thread < 8; thread++) pthread_create(&threads[thread], NULL, work, &numbers[thread]);
    for (thread = 0; thread < 8; thread++) {
        void *failed = NULL;
        pthread_join(threads[thread], &failed);
        expect("a thread's volume", failed != NULL, 0);
    }
    return failures > 0;
}
