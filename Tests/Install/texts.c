/*
 * Calls the functions of CoreFoundation.h that handle text, with texts of several languages among its arguments, and prints what each
 * answers. The library that is installed holds none of ICU's data: it must answer as one that holds them.
 */
#include <AudioToolbox/AudioToolbox.h>
#include <CoreFoundation/CoreFoundation.h>
#include <stdio.h>
#include <string.h>

static CFStringRef text(const char *utf8) { return CFStringCreateWithCString(NULL, utf8, kCFStringEncodingUTF8); }

static void strings(void)
{
    static const char *const texts[] = {"Song", "STRASSE", "stra\xc3\x9f" "e", "\xc3\x89tude", "e\xcc\x81tude",
        "\xc4\xb0stanbul", "istanbul", "\xd0\x9c\xd1\x83\xd0\xb7\xd1\x8b\xd0\xba\xd0\xb0", "\xd0\xbc\xd1\x83\xd0\xb7\xd1\x8b\xd0\xba\xd0\xb0",
        "\xe9\x9f\xb3\xe6\xa5\xbd", "\xe0\xb9\x80\xe0\xb8\x9e\xe0\xb8\xa5\xe0\xb8\x87", "\xf0\x9f\x8e\xb5", " 12.5 kHz", "\xd9\xa3"};
    static const CFStringEncoding encodings[] = {kCFStringEncodingMacRoman, kCFStringEncodingISOLatin1,
        kCFStringEncodingASCII, kCFStringEncodingUTF8};
    enum { COUNT = sizeof(texts) / sizeof(*texts) };
    for (int one = 0; one < COUNT; one++) {
        CFStringRef string = text(texts[one]);
        printf("%s: %ld units\n", texts[one], CFStringGetLength(string));
        for (int other = 0; other < COUNT; other++) {
            CFStringRef second = text(texts[other]);
            printf(" %d%d", (int)CFStringCompare(string, second, 0),
                (int)CFStringCompare(string, second, kCFCompareCaseInsensitive));
            CFRelease(second);
        }
        printf("\n");
        for (int code = 0; code < 4; code++) {
            char bytes[64] = "";
            const Boolean fits = CFStringGetCString(string, bytes, sizeof(bytes), encodings[code]);
            const char *pointer = CFStringGetCStringPtr(string, encodings[code]);
            CFStringRef back = CFStringCreateWithCString(NULL, bytes, encodings[code]);
            printf("  %08x: %d, %zu bytes of at most %ld, pointer %d, back %d\n", (unsigned)encodings[code], fits, strlen(bytes),
                CFStringGetMaximumSizeForEncoding(CFStringGetLength(string), encodings[code]),
                pointer && strcmp(pointer, bytes) == 0, back && CFStringCompare(back, string, 0) == kCFCompareEqualTo);
            if (back) CFRelease(back);
        }
        CFRelease(string);
    }
}

static void addresses(void)
{
    UInt8 path[256] = "";
    CFStringRef place = text("/tmp/\xc3\x89tude 1.caf");
    CFURLRef url = CFURLCreateWithFileSystemPath(NULL, place, kCFURLPOSIXPathStyle, 0);
    printf("back: %d %s\n", CFURLGetFileSystemRepresentation(url, 1, path, sizeof(path)), path);
    CFRelease(url), CFRelease(place);
    printf("resource: %d\n",
        CFBundleCopyResourceURL(CFBundleGetMainBundle(), CFSTR("\xc3\x89tude"), CFSTR("caf"), NULL) != NULL);
    printf("loop: %d\n", (int)CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0, 0));
}

/* A file. */
static void services(const char *file)
{
    UInt32 size;
    OSStatus status;
    AudioStreamBasicDescription format = {0};
    ExtAudioFileRef opened = NULL;
    CFURLRef url = CFURLCreateFromFileSystemRepresentation(NULL, (const UInt8 *)file, (CFIndex)strlen(file), 0);
    printf("open %d\n", (int)ExtAudioFileOpenURL(url, &opened));
    size = sizeof(format);
    status = ExtAudioFileGetProperty(opened, kExtAudioFileProperty_FileDataFormat, &size, &format);
    printf("format %d %g\n", (int)status, format.mSampleRate);
    ExtAudioFileDispose(opened);
}

int main(int argc, char **argv)
{
    if (argc != 2) return 2;
    strings();
    addresses();
    services(argv[1]);
    return 0;
}
