/// Waits for the value that a function with a completion handler passes to it.
package func awaited<Value: Sendable>(_ call: (@escaping @Sendable (Value) -> Void) -> Void) async -> Value {
    await withCheckedContinuation { continuation in call { continuation.resume(returning: $0) } }
}

/// Waits until a function calls its completion handler.
package func completed(_ call: (@escaping @Sendable () -> Void) -> Void) async {
    await withCheckedContinuation { continuation in call { continuation.resume() } }
}
