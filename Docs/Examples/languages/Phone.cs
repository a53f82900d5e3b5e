// SPDX-License-Identifier: Apache-2.0
using System;
using System.Diagnostics;
using System.IO;

/// <summary>A phone in virtual time: each step is a line of JSON, and so is its reply.</summary>
public sealed class Phone : IDisposable
{
    private readonly Process program;

    /// <summary>Starts audiosession, or the program that AUDIOSESSION names.</summary>
    public Phone()
    {
        var path = Environment.GetEnvironmentVariable("AUDIOSESSION") ?? "audiosession";
        program = Process.Start(new ProcessStartInfo(path, "oracle")
        {
            RedirectStandardInput = true, RedirectStandardOutput = true, UseShellExecute = false,
        });
    }

    /// <summary>Takes a step; one that is none is an error with the remedy, and the phone goes on.</summary>
    public string Step(string step)
    {
        program.StandardInput.WriteLine(step);
        program.StandardInput.Flush();
        var reply = program.StandardOutput.ReadLine() ?? throw new EndOfStreamException("audiosession has ended");
        if (reply.Contains("\"error\": \"badStep\"")) throw new ArgumentException(reply);
        return reply;
    }

    public void Dispose()
    {
        program.StandardInput.Close();
        program.WaitForExit();
    }
}
