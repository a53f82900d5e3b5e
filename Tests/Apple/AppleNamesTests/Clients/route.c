/* The route as the old interface describes it: dictionaries with arrays of dictionaries, out of a library as it is installed. */
#include <AudioToolbox/AudioToolbox.h>
#include <stdio.h>

int main(void)
{
    CFDictionaryRef route = NULL, output;
    CFArrayRef outputs, inputs;
    CFStringRef type;
    char name[64];
    UInt32 size = sizeof route;

    AudioSessionInitialize(NULL, NULL, NULL, NULL);
    if (AudioSessionGetProperty(kAudioSessionProperty_AudioRouteDescription, &size, &route) != noErr) return 2;
    if (!route) return printf("no description\n"), 3;
    outputs = (CFArrayRef)CFDictionaryGetValue(route, kAudioSession_AudioRouteKey_Outputs);
    inputs = (CFArrayRef)CFDictionaryGetValue(route, kAudioSession_AudioRouteKey_Inputs);
    if (!outputs || !inputs) return printf("no arrays\n"), 4;
    if (CFArrayGetCount(outputs) != 1) return printf("%ld outputs\n", (long)CFArrayGetCount(outputs)), 5;
    output = (CFDictionaryRef)CFArrayGetValueAtIndex(outputs, 0);
    if (!output) return printf("no output\n"), 6;
    type = (CFStringRef)CFDictionaryGetValue(output, kAudioSession_AudioRouteKey_Type);
    if (!type || !CFStringGetCString(type, name, sizeof name, kCFStringEncodingUTF8)) return printf("no type\n"), 7;
    CFRelease(route);
    return 0;
}
