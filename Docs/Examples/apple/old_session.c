/*
 * A player of 2009 in plain C: it claims the session for its music, is told of interruptions and of the route, and makes a
 * small sound. It compiles against the headers of libaudiotoolbox as it would on iPhone OS 3.
 */
#include <AudioToolbox/AudioToolbox.h>
#include <stdio.h>
#include <string.h>

static void interrupted(void *clientData, UInt32 state)
{
    int *count = clientData;
    ++*count;
    if (state == kAudioSessionBeginInterruption) {
        printf("interrupted\n");
    } else {
        UInt32 type = 0, size = sizeof(type);
        AudioSessionGetProperty(kAudioSessionProperty_InterruptionType, &size, &type);
        printf("over, %s\n", type == kAudioSessionInterruptionType_ShouldResume ? "may resume" : "may not resume");
        AudioSessionSetActive(TRUE);
    }
    fflush(stdout);
}

static void route_changed(void *clientData, AudioSessionPropertyID property, UInt32 size, const void *data)
{
    CFDictionaryRef change = data;
    SInt32 reason = -1;
    char old[64] = "";
    (void)clientData;
    if (property != kAudioSessionProperty_AudioRouteChange || size != sizeof(CFDictionaryRef)) return;
    CFNumberGetValue(CFDictionaryGetValue(change, CFSTR(kAudioSession_AudioRouteChangeKey_Reason)), kCFNumberSInt32Type,
                     &reason);
    CFStringGetCString(CFDictionaryGetValue(change, CFSTR(kAudioSession_AudioRouteChangeKey_OldRoute)), old, sizeof(old),
                       kCFStringEncodingUTF8);
    printf("route changed, reason %d, was %s\n", (int)reason, old);
    fflush(stdout);
}

static void check(const char *what, OSStatus status)
{
    if (status != noErr) fprintf(stderr, "%s: %d\n", what, (int)status);
}

int main(int argc, char **argv)
{
    int interruptions = 0;
    UInt32 category = kAudioSessionCategory_MediaPlayback, size = sizeof(category), yes = 1, others = 0;
    Float32 volume = -1;
    Float64 rate = 0;
    CFStringRef route = NULL;
    char text[64] = "?";

    if (AudioSessionSetActive(TRUE) != kAudioSessionNotInitialized) return 1;
    check("initialize", AudioSessionInitialize(NULL, NULL, interrupted, &interruptions));
    if (AudioSessionInitialize(NULL, NULL, NULL, NULL) != kAudioSessionAlreadyInitialized) return 2;
    check("listen", AudioSessionAddPropertyListener(kAudioSessionProperty_AudioRouteChange, route_changed, NULL));
    if (AudioSessionGetProperty(kAudioSessionProperty_AudioCategory, &size, &category) != noErr) return 3;
    if (category != kAudioSessionCategory_SoloAmbientSound) return 4;
    category = kAudioSessionCategory_MediaPlayback;
    check("category", AudioSessionSetProperty(kAudioSessionProperty_AudioCategory, sizeof(category), &category));
    check("mix", AudioSessionSetProperty(kAudioSessionProperty_OverrideCategoryMixWithOthers, sizeof(yes), &yes));
    if (AudioSessionSetProperty(kAudioSessionProperty_AudioCategory, 1, &category) != kAudioSessionBadPropertySizeError)
        return 5;
    check("active", AudioSessionSetActive(TRUE));
    size = sizeof(others);
    check("others", AudioSessionGetProperty(kAudioSessionProperty_OtherAudioIsPlaying, &size, &others));
    size = sizeof(volume);
    check("volume", AudioSessionGetProperty(kAudioSessionProperty_CurrentHardwareOutputVolume, &size, &volume));
    size = sizeof(rate);
    check("rate", AudioSessionGetProperty(kAudioSessionProperty_CurrentHardwareSampleRate, &size, &rate));
    size = sizeof(route);
    check("route", AudioSessionGetProperty(kAudioSessionProperty_AudioRoute, &size, &route));
    if (route) {
        CFStringGetCString(route, text, sizeof(text), kCFStringEncodingUTF8);
        CFRelease(route);
    }
    printf("others %u, volume %.2f, rate %.0f, route %s\n", (unsigned)others, volume, rate, text);
    fflush(stdout);

    if (argc > 1) {
        SystemSoundID sound = 0;
        CFURLRef url = CFURLCreateFromFileSystemRepresentation(
            kCFAllocatorDefault, (const UInt8 *)argv[1], (CFIndex)strlen(argv[1]), FALSE);
        check("sound", AudioServicesCreateSystemSoundID(url, &sound));
        CFRelease(url);
        AudioServicesPlaySystemSound(sound);
    }
    while (CFRunLoopRunInMode(kCFRunLoopDefaultMode, argc > 2 ? 3 : 0.1, FALSE) != kCFRunLoopRunTimedOut) {}
    check("inactive", AudioSessionSetActiveWithFlags(FALSE, kAudioSessionSetActiveFlag_NotifyOthersOnDeactivation));
    return 0;
}
