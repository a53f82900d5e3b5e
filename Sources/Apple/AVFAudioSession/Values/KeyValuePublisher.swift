#if Combine
    public import OpenCombine

    extension KeyValueObservable {
        /// Returns a publisher of a property's values, as Foundation does on Apple's systems.
        ///
        /// - Parameters:
        ///   - keyPath: The property.
        ///   - options: With `initial`, the value at the time of a subscription comes first.
        /// - Returns: A publisher that never ends; its values come on the thread on which a change became known.
        public func publisher<Value>(
            for keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [.initial, .new]
        ) -> AnyPublisher<Value, Never> {
            Deferred {
                let values = CurrentValueSubject<Value, Never>(self[keyPath: keyPath])
                let observation = self.observe(keyPath) { object, _ in values.send(object[keyPath: keyPath]) }
                return values.dropFirst(options.contains(.initial) ? 0 : 1)
                    .handleEvents(receiveCancel: observation.invalidate)
            }
            .eraseToAnyPublisher()
        }
    }
#endif
