/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The part of CoreFoundation that clients of AudioToolbox use: strings, numbers, dictionaries, arrays, URLs and run
 * loops, all opaque. The caller owns the results of functions with Create or Copy in their names, and of
 * AudioSessionGetProperty, and releases them by CFRelease. Every function may be called from any thread.
 */
#ifndef COREFOUNDATION_COREFOUNDATION_H
#define COREFOUNDATION_COREFOUNDATION_H

#include <Availability.h>
#include <MacTypes.h>
#include <TargetConditionals.h>
/* Apple's header includes these, and programs rely on it. */
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/*
 * The library's functions have names of their own, because Foundation on Linux exports some of the same names, and the
 * loader would mix them up.
 */
#define CFRetain audiosession_CFRetain
#define CFRelease audiosession_CFRelease
#define __CFStringMakeConstantString audiosession_CFStringMakeConstantString
#define CFStringCreateWithCString audiosession_CFStringCreateWithCString
#define CFStringGetLength audiosession_CFStringGetLength
#define CFStringGetMaximumSizeForEncoding audiosession_CFStringGetMaximumSizeForEncoding
#define CFStringGetCString audiosession_CFStringGetCString
#define CFStringGetCStringPtr audiosession_CFStringGetCStringPtr
#define CFStringCompare audiosession_CFStringCompare
#define CFNumberGetValue audiosession_CFNumberGetValue
#define CFDictionaryGetValue audiosession_CFDictionaryGetValue
#define CFArrayGetCount audiosession_CFArrayGetCount
#define CFArrayGetValueAtIndex audiosession_CFArrayGetValueAtIndex
#define CFURLCreateFromFileSystemRepresentation audiosession_CFURLCreateFromFileSystemRepresentation
#define CFURLCreateWithFileSystemPath audiosession_CFURLCreateWithFileSystemPath
#define CFURLGetFileSystemRepresentation audiosession_CFURLGetFileSystemRepresentation
#define CFBundleGetMainBundle audiosession_CFBundleGetMainBundle
#define CFBundleCopyResourceURL audiosession_CFBundleCopyResourceURL
#define CFRunLoopGetCurrent audiosession_CFRunLoopGetCurrent
#define CFRunLoopGetMain audiosession_CFRunLoopGetMain
#define CFRunLoopRun audiosession_CFRunLoopRun
#define CFRunLoopRunInMode audiosession_CFRunLoopRunInMode
#define CFRunLoopStop audiosession_CFRunLoopStop
#define CFAbsoluteTimeGetCurrent audiosession_CFAbsoluteTimeGetCurrent

#ifdef __cplusplus
extern "C" {
#endif

typedef long CFIndex;
typedef unsigned long CFOptionFlags;
typedef double CFTimeInterval;
typedef double CFAbsoluteTime;
typedef const void *CFTypeRef;
typedef CFTypeRef CFPropertyListRef;
typedef const struct __CFAllocator *CFAllocatorRef;
typedef const struct __CFString *CFStringRef;
typedef const struct __CFNumber *CFNumberRef;
typedef const struct __CFDictionary *CFDictionaryRef;
typedef const struct __CFArray *CFArrayRef;
typedef const struct __CFURL *CFURLRef;
typedef struct __CFRunLoop *CFRunLoopRef;
typedef struct __CFBundle *CFBundleRef;
typedef CFStringRef CFRunLoopMode;

#define CF_EXPORT extern
#define CF_INLINE static inline
#ifdef __cplusplus
#define CF_EXTERN_C_BEGIN extern "C" {
#define CF_EXTERN_C_END }
#else
#define CF_EXTERN_C_BEGIN
#define CF_EXTERN_C_END
#endif
#define CF_ASSUME_NONNULL_BEGIN
#define CF_ASSUME_NONNULL_END

/* The allocator is always the library's own. */
#define kCFAllocatorDefault ((CFAllocatorRef)0)
#define kCFAllocatorSystemDefault kCFAllocatorDefault
#define kCFAllocatorMalloc kCFAllocatorDefault
#define kCFAllocatorNull kCFAllocatorDefault

typedef SInt32 CFComparisonResult;
enum { kCFCompareLessThan = -1, kCFCompareEqualTo = 0, kCFCompareGreaterThan = 1 };
typedef CFOptionFlags CFStringCompareFlags;
enum { kCFCompareCaseInsensitive = 1 };

typedef UInt32 CFStringEncoding;
enum {
    kCFStringEncodingMacRoman = 0,
    kCFStringEncodingISOLatin1 = 0x0201,
    kCFStringEncodingASCII = 0x0600,
    kCFStringEncodingUTF8 = 0x08000100
};

typedef CFIndex CFNumberType;
enum {
    kCFNumberSInt8Type = 1, kCFNumberSInt16Type = 2, kCFNumberSInt32Type = 3, kCFNumberSInt64Type = 4,
    kCFNumberFloat32Type = 5, kCFNumberFloat64Type = 6, kCFNumberCharType = 7, kCFNumberShortType = 8,
    kCFNumberIntType = 9, kCFNumberLongType = 10, kCFNumberLongLongType = 11, kCFNumberFloatType = 12,
    kCFNumberDoubleType = 13, kCFNumberCFIndexType = 14
};

typedef CFIndex CFURLPathStyle;
enum { kCFURLPOSIXPathStyle = 0 };

/* Retains and releases an object; NULL is ignored. */
CFTypeRef CFRetain(CFTypeRef cf);
void CFRelease(CFTypeRef cf);
/* A constant string, the same for equal texts. */
#define CFSTR(text) __CFStringMakeConstantString("" text "")
CFStringRef __CFStringMakeConstantString(const char *text);
/* NULL if the bytes are invalid; UTF-8, ASCII, ISO Latin 1 and Mac Roman are supported. */
CFStringRef CFStringCreateWithCString(CFAllocatorRef allocator, const char *text, CFStringEncoding encoding);
/* UTF-16 units. */
CFIndex CFStringGetLength(CFStringRef string);
CFIndex CFStringGetMaximumSizeForEncoding(CFIndex length, CFStringEncoding encoding);
/* Writes the text and a NUL; FALSE if it does not fit or cannot be encoded. */
Boolean CFStringGetCString(CFStringRef string, char *buffer, CFIndex size, CFStringEncoding encoding);
/* The text as bytes that are never freed; NULL if it cannot be encoded. */
const char *CFStringGetCStringPtr(CFStringRef string, CFStringEncoding encoding);
static inline CFStringEncoding CFStringGetSystemEncoding(void) { return kCFStringEncodingUTF8; }
static inline Boolean CFStringGetFileSystemRepresentation(CFStringRef string, char *buffer, CFIndex size)
{
    return CFStringGetCString(string, buffer, size, kCFStringEncodingUTF8);
}
static inline CFStringRef CFStringCreateWithFileSystemRepresentation(CFAllocatorRef allocator, const char *path)
{
    return CFStringCreateWithCString(allocator, path, kCFStringEncodingUTF8);
}
CFComparisonResult CFStringCompare(CFStringRef one, CFStringRef other, CFStringCompareFlags options);
/* FALSE if the conversion loses precision; the value is written nevertheless. */
Boolean CFNumberGetValue(CFNumberRef number, CFNumberType type, void *value);

/* NULL if there is none. The dictionary owns the value. */
const void *CFDictionaryGetValue(CFDictionaryRef dictionary, const void *key);
CFIndex CFArrayGetCount(CFArrayRef array);
/* NULL beyond the end. The array owns the value. */
const void *CFArrayGetValueAtIndex(CFArrayRef array, CFIndex index);

CFURLRef CFURLCreateFromFileSystemRepresentation(
    CFAllocatorRef allocator, const UInt8 *path, CFIndex length, Boolean isDirectory);
CFURLRef CFURLCreateWithFileSystemPath(
    CFAllocatorRef allocator, CFStringRef path, CFURLPathStyle style, Boolean isDirectory);
Boolean CFURLGetFileSystemRepresentation(CFURLRef url, Boolean resolve, UInt8 *buffer, CFIndex size);
/* The program's folder. */
CFBundleRef CFBundleGetMainBundle(void);
/* The URL of a file in the bundle; NULL if there is none. */
CFURLRef CFBundleCopyResourceURL(CFBundleRef bundle, CFStringRef name, CFStringRef type, CFStringRef folder);

/* The default mode of run loops. */
#define kCFRunLoopDefaultMode CFSTR("kCFRunLoopDefaultMode")
#define kCFRunLoopCommonModes CFSTR("kCFRunLoopCommonModes")
enum {
    kCFRunLoopRunFinished = 1, kCFRunLoopRunStopped = 2, kCFRunLoopRunTimedOut = 3, kCFRunLoopRunHandledSource = 4
};
CFRunLoopRef CFRunLoopGetCurrent(void);
CFRunLoopRef CFRunLoopGetMain(void);
/* Runs this thread's loop until it is stopped; listeners are called from it. */
void CFRunLoopRun(void);
/* Runs this thread's loop for a number of seconds or until it is stopped. */
SInt32 CFRunLoopRunInMode(CFStringRef mode, CFTimeInterval seconds, Boolean returnAfterSourceHandled);
void CFRunLoopStop(CFRunLoopRef loop);

/* Seconds since January 1, 2001. */
CFAbsoluteTime CFAbsoluteTimeGetCurrent(void);

/* Byte order conversions; the host is little-endian. */
static inline UInt16 CFSwapInt16(UInt16 value) { return (UInt16)((value << 8) | (value >> 8)); }
static inline UInt32 CFSwapInt32(UInt32 value)
{
    return (value << 24) | ((value & 0xFF00u) << 8) | ((value >> 8) & 0xFF00u) | (value >> 24);
}
static inline UInt16 CFSwapInt16HostToBig(UInt16 value) { return CFSwapInt16(value); }
static inline UInt32 CFSwapInt32HostToBig(UInt32 value) { return CFSwapInt32(value); }
static inline UInt16 CFSwapInt16BigToHost(UInt16 value) { return CFSwapInt16(value); }
static inline UInt32 CFSwapInt32BigToHost(UInt32 value) { return CFSwapInt32(value); }

#ifdef __cplusplus
}
#endif

#endif
