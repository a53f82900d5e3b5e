/*
 * Calls every function of CoreFoundation.h, with texts of several languages among its arguments, and prints what each
 * answers. The library that is installed holds none of ICU's data: it must answer as one that holds them.
 */
#include <AudioToolbox/AudioToolbox.h>
#include <CoreFoundation/CoreFoundation.h>
#include <stdio.h>
#include <string.h>

static CFStringRef text(const char *utf8) { return CFStringCreateWithCString(NULL, utf8, kCFStringEncodingUTF8); }

static void show(const char *name, CFStringRef string)
{
    char buffer[256] = "(none)";
    if (string) CFStringGetCString(string, buffer, sizeof(buffer), kCFStringEncodingUTF8);
    printf("%s: %s\n", name, buffer);
}

static void strings(void)
{
    static const char *const texts[] = {"Song", "STRASSE", "stra\xc3\x9f" "e", "\xc3\x89tude", "e\xcc\x81tude",
        "\xc4\xb0stanbul", "istanbul", "\xd0\x9c\xd1\x83\xd0\xb7\xd1\x8b\xd0\xba\xd0\xb0", "\xd0\xbc\xd1\x83\xd0\xb7\xd1\x8b\xd0\xba\xd0\xb0",
        "\xe9\x9f\xb3\xe6\xa5\xbd", "\xe0\xb9\x80\xe0\xb8\x9e\xe0\xb8\xa5\xe0\xb8\x87", "\xf0\x9f\x8e\xb5", " 12.5 kHz", "\xd9\xa3"};
    static const CFStringEncoding encodings[] = {kCFStringEncodingMacRoman, kCFStringEncodingISOLatin1,
        kCFStringEncodingASCII, kCFStringEncodingUTF8};
    enum { COUNT = sizeof(texts) / sizeof(*texts) };
    for (int one = 0; one < COUNT; one++) {
        CFStringRef string = text(texts[one]), copy = CFStringCreateCopy(NULL, string);
        CFStringRef description = CFCopyDescription(string);
        printf("%s: %ld units, first %d, equal %d, as a whole number %d, as a number %g, described %d\n", texts[one],
            CFStringGetLength(string), CFStringGetCharacterAtIndex(string, 0), CFEqual(string, copy),
            (int)CFStringGetIntValue(string), CFStringGetDoubleValue(string), CFEqual(description, string));
        for (int other = 0; other < COUNT; other++) {
            CFStringRef second = text(texts[other]);
            printf(" %d%d%d%d%ld%ld", (int)CFStringCompare(string, second, 0),
                (int)CFStringCompare(string, second, kCFCompareCaseInsensitive), CFStringHasPrefix(string, second),
                CFStringHasSuffix(string, second), CFStringFind(string, second, 0).location,
                CFStringFind(string, second, kCFCompareCaseInsensitive).location);
            CFRelease(second);
        }
        printf("\n");
        for (int code = 0; code < 4; code++) {
            char bytes[64] = "";
            const Boolean fits = CFStringGetCString(string, bytes, sizeof(bytes), encodings[code]);
            const char *pointer = CFStringGetCStringPtr(string, encodings[code]);
            CFStringRef back = CFStringCreateWithBytes(NULL, (const UInt8 *)bytes, (CFIndex)strlen(bytes), encodings[code], 0);
            printf("  %08x: %d, %zu bytes of at most %ld, pointer %d, back %d\n", (unsigned)encodings[code], fits, strlen(bytes),
                CFStringGetMaximumSizeForEncoding(CFStringGetLength(string), encodings[code]),
                pointer && strcmp(pointer, bytes) == 0, back && CFEqual(back, string));
            if (back) CFRelease(back);
        }
        CFRelease(string), CFRelease(copy), CFRelease(description);
    }
}

static void numbers(void)
{
    const double fraction = 1234567.875, huge = 1e300;
    const SInt64 whole = -9007199254740993;
    CFNumberRef all[] = {CFNumberCreate(NULL, kCFNumberDoubleType, &fraction), CFNumberCreate(NULL, kCFNumberDoubleType, &huge),
        CFNumberCreate(NULL, kCFNumberSInt64Type, &whole), (CFNumberRef)kCFBooleanTrue};
    for (int one = 0; one < 4; one++) {
        double value = 0;
        SInt32 small = 0;
        CFStringRef description = CFCopyDescription(all[one]);
        const Boolean isKept = CFNumberGetValue(all[one], kCFNumberDoubleType, &value);
        const Boolean isSmall = CFNumberGetValue(all[one], kCFNumberSInt32Type, &small);
        printf("%d %.17g, %d %d, fraction %d, true %d: ", isKept, value, isSmall, (int)small, CFNumberIsFloatType(all[one]),
            CFBooleanGetValue((CFBooleanRef)all[one]));
        show("described", description);
        CFRelease(description);
    }
}

static void addresses(const char *program)
{
    static const char *const all[] = {"file:///tmp/%C3%89tude%20no.%201.caf", "http://\xc3\xa4\xc3\xb6\xc3\xbc.example/a",
        "http://xn--4ca0bs.example/\xd0\xbc", "no scheme", "\xe9\x9f\xb3\xe6\xa5\xbd.wav", "HTTP://User@Example.COM:80/x?y#z"};
    for (int one = 0; one < 6; one++) {
        CFStringRef string = text(all[one]);
        CFURLRef url = CFURLCreateWithString(NULL, string, NULL);
        show(all[one], url ? CFURLGetString(url) : NULL);
        if (url) {
            CFURLRef below = CFURLCreateCopyAppendingPathComponent(NULL, url, CFSTR("\xc3\x89tude.caf"), 0);
            show("  path", CFURLCopyFileSystemPath(url, kCFURLPOSIXPathStyle));
            show("  last", CFURLCopyLastPathComponent(url));
            show("  ending", CFURLCopyPathExtension(url));
            show("  below", CFURLGetString(below));
            CFRelease(below), CFRelease(url);
        }
        CFRelease(string);
    }
    UInt8 path[256] = "";
    CFURLRef url = CFURLCreateFromFileSystemRepresentation(NULL, (const UInt8 *)"/tmp/\xc3\x89tude 1.caf", 18, 0);
    show("of a path", CFURLGetString(url));
    printf("back: %d %s\n", CFURLGetFileSystemRepresentation(url, 1, path, sizeof(path)), path);
    CFBundleRef bundle = CFBundleGetMainBundle();
    show("identifier", CFBundleGetIdentifier(bundle));
    CFURLRef folder = CFBundleCopyBundleURL(bundle), resources = CFBundleCopyResourcesDirectoryURL(bundle);
    CFStringRef place = CFURLCopyFileSystemPath(folder, kCFURLPOSIXPathStyle);
    char buffer[1024] = "";
    CFStringGetCString(place, buffer, sizeof(buffer), kCFStringEncodingUTF8);
    printf("bundle: %d, resources %d\n", strncmp(buffer, program, strlen(buffer)), resources != NULL);
    printf("resource: %d\n", CFBundleCopyResourceURL(bundle, CFSTR("\xc3\x89tude"), CFSTR("caf"), NULL) != NULL);
}

static void due(CFRunLoopTimerRef timer, void *info)
{
    (void)timer;
    ++*(int *)info;
    CFRunLoopStop(CFRunLoopGetCurrent());
}

static void loops(void)
{
    int count = 0;
    CFRunLoopTimerContext context = {0, &count, NULL, NULL, NULL};
    CFRunLoopTimerRef timer = CFRunLoopTimerCreate(NULL, CFAbsoluteTimeGetCurrent(), 0, 0, 0, due, &context);
    CFRunLoopAddTimer(CFRunLoopGetCurrent(), timer, kCFRunLoopDefaultMode);
    CFRunLoopWakeUp(CFRunLoopGetMain());
    CFRunLoopRun();
    CFRunLoopTimerInvalidate(timer);
    printf("timer: %d, then %d\n", count, (int)CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0, 0));
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
    numbers();
    addresses(argv[0]);
    loops();
    services(argv[1]);
    fflush(stdout);
    CFShow(CFSTR("\xc3\x89tude"));
    return 0;
}
