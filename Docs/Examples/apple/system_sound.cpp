// A C++ program that plays a file as a system sound, and ends when it has ended.
#include <AudioToolbox/AudioServices.h>

#include <cstdio>
#include <memory>
#include <string>

namespace {

struct Release {
    void operator()(const void *object) const { CFRelease(object); }
};
using URL = std::unique_ptr<const struct __CFURL, Release>;

void ended(SystemSoundID sound, void *)
{
    AudioServicesRemoveSystemSoundCompletion(sound);
    AudioServicesDisposeSystemSoundID(sound);
    std::puts("ended");
    CFRunLoopStop(CFRunLoopGetMain());
}

}  // namespace

int main(int argc, char **argv)
{
    const std::string path = argc > 1 ? argv[1] : "";
    URL url(CFURLCreateFromFileSystemRepresentation(
        kCFAllocatorDefault, reinterpret_cast<const UInt8 *>(path.data()), static_cast<CFIndex>(path.size()), FALSE));
    SystemSoundID sound = 0;
    const OSStatus status = url ? AudioServicesCreateSystemSoundID(url.get(), &sound) : OSStatus(-1500);
    if (status != kAudioServicesNoError) {
        std::fprintf(stderr, "%s is no system sound: %d\n", path.c_str(), int(status));
        return 1;
    }
    AudioServicesAddSystemSoundCompletion(sound, nullptr, nullptr, ended, nullptr);
    AudioServicesPlaySystemSound(sound);
    CFRunLoopRun();
    return 0;
}
