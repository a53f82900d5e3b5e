// SPDX-License-Identifier: Apache-2.0
import 'dart:async';
import 'dart:convert';
import 'dart:io';

/// A phone in virtual time: each step is a map, and so is its reply.
class Phone {
  Phone._(this._program)
      : _replies = StreamIterator(_program.stdout.transform(utf8.decoder).transform(const LineSplitter()));
  final Process _program;
  final StreamIterator<String> _replies;

  static Future<Phone> start() async =>
      Phone._(await Process.start(Platform.environment['AUDIOSESSION'] ?? 'audiosession', ['oracle']));

  Future<Map<String, dynamic>> step(Map<String, dynamic> step) async {
    _program.stdin.writeln(jsonEncode(step));
    if (!await _replies.moveNext()) throw StateError('audiosession has ended with status ${await _program.exitCode}');
    final Map<String, dynamic> reply = jsonDecode(_replies.current);
    final result = reply['result'];
    if (result is Map && result['error'] == 'badStep') throw ArgumentError(result['says']);
    return reply;
  }

  Future<void> close() => _program.stdin.close();
}
