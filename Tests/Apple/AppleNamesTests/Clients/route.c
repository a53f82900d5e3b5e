/* The route as the old interface describes it: dictionaries with arrays of dictionaries, before a program records and after. */
#include <AudioToolbox/AudioToolbox.h>
#include <stdio.h>
#include <string.h>

/* Returns 0 where an array of the description holds one port of that type, or none for no type. */
static int unlike(CFDictionaryRef route, CFStringRef key, const char *type)
{
    const CFArrayRef ports = (CFArrayRef)CFDictionaryGetValue(route, key);
    const CFIndex expected = type ? 1 : 0;
    CFDictionaryRef port;
    CFStringRef found;
    char name[64];

    if (!ports) return printf("no array of ports\n");
    if (CFArrayGetCount(ports) != expected)
        return printf("%ld ports, expected %ld\n", (long)CFArrayGetCount(ports), (long)expected);
    if (!type) return 0;
    port = (CFDictionaryRef)CFArrayGetValueAtIndex(ports, 0);
    if (!port) return printf("no port, expected %s\n", type);
    found = (CFStringRef)CFDictionaryGetValue(port, kAudioSession_AudioRouteKey_Type);
    if (!found || !CFStringGetCString(found, name, sizeof name, kCFStringEncodingUTF8))
        return printf("a port without a type, expected %s\n", type);
    return strcmp(name, type) == 0 ? 0 : printf("%s, expected %s\n", name, type);
}

static int check(UInt32 category, const char *output, const char *input)
{
    CFDictionaryRef route = NULL;
    UInt32 size = sizeof route;
    int wrong;

    if (AudioSessionSetProperty(kAudioSessionProperty_AudioCategory, sizeof category, &category) != noErr)
        return printf("the category is refused\n");
    if (AudioSessionSetActive(true) != noErr) return printf("the session cannot be active\n");
    if (AudioSessionGetProperty(kAudioSessionProperty_AudioRouteDescription, &size, &route) != noErr || !route)
        return printf("no description\n");
    wrong = unlike(route, kAudioSession_AudioRouteKey_Outputs, output)
        || unlike(route, kAudioSession_AudioRouteKey_Inputs, input);
    CFRelease(route);
    return wrong;
}

int main(void)
{
    AudioSessionInitialize(NULL, NULL, NULL, NULL);
    return check(kAudioSessionCategory_MediaPlayback, "Speaker", NULL)
        || check(kAudioSessionCategory_PlayAndRecord, "Receiver", "MicrophoneBuiltIn");
}
