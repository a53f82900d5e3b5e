/*
 * Graphs: units that feed each other, of which the last is the route. What is said of connections takes effect when the
 * graph is initialized, or updated. Any thread. A pointer to no graph is answered by kAudio_ParamError.
 */
#ifndef AUDIOTOOLBOX_AUGRAPH_H
#define AUDIOTOOLBOX_AUGRAPH_H

#include <AudioUnit/AudioUnit.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct OpaqueAUGraph *AUGraph;
typedef SInt32 AUNode;

enum {
    kAUGraphErr_NodeNotFound = -10860,
    kAUGraphErr_InvalidConnection = -10861,
    kAUGraphErr_OutputNodeErr = -10862,
    kAUGraphErr_CannotDoInCurrentContext = -10863,
    kAUGraphErr_InvalidAudioUnit = -10864
};

OSStatus NewAUGraph(AUGraph *outGraph);
OSStatus DisposeAUGraph(AUGraph graph);
/* A second output is kAUGraphErr_OutputNodeErr. */
OSStatus AUGraphAddNode(AUGraph graph, const AudioComponentDescription *description, AUNode *outNode);
OSStatus AUGraphRemoveNode(AUGraph graph, AUNode node);
OSStatus AUGraphGetNodeCount(AUGraph graph, UInt32 *outCount);
OSStatus AUGraphGetIndNode(AUGraph graph, UInt32 index, AUNode *outNode);
/* The unit is there once the graph is open. */
OSStatus AUGraphNodeInfo(AUGraph graph, AUNode node, AudioComponentDescription *outDescription, AudioUnit *outUnit);
/* The bus takes the format of what it gets. */
OSStatus AUGraphConnectNodeInput(AUGraph graph, AUNode source, UInt32 output, AUNode destination, UInt32 input);
OSStatus AUGraphSetNodeInputCallback(
    AUGraph graph, AUNode destination, UInt32 input, const AURenderCallbackStruct *callback);
OSStatus AUGraphDisconnectNodeInput(AUGraph graph, AUNode destination, UInt32 input);
OSStatus AUGraphClearConnections(AUGraph graph);
OSStatus AUGraphGetNumberOfInteractions(AUGraph graph, UInt32 *outCount);
OSStatus AUGraphCountNodeInteractions(AUGraph graph, AUNode node, UInt32 *outCount);
OSStatus AUGraphUpdate(AUGraph graph, Boolean *outIsUpdated);
OSStatus AUGraphAddRenderNotify(AUGraph graph, AURenderCallback callback, void *data);
OSStatus AUGraphRemoveRenderNotify(AUGraph graph, AURenderCallback callback, void *data);
/* A kind of unit that is not there is -3000. */
OSStatus AUGraphOpen(AUGraph graph);
OSStatus AUGraphClose(AUGraph graph);
OSStatus AUGraphInitialize(AUGraph graph);
OSStatus AUGraphUninitialize(AUGraph graph);
OSStatus AUGraphStart(AUGraph graph);
OSStatus AUGraphStop(AUGraph graph);
OSStatus AUGraphIsOpen(AUGraph graph, Boolean *outIsOpen);
OSStatus AUGraphIsInitialized(AUGraph graph, Boolean *outIsInitialized);
OSStatus AUGraphIsRunning(AUGraph graph, Boolean *outIsRunning);
/* Nobody measures it: 0. */
OSStatus AUGraphGetCPULoad(AUGraph graph, Float32 *outAverageLoad);
/* Prints what a graph consists of. */
void CAShow(void *object);

#ifdef __cplusplus
}
#endif

#endif
