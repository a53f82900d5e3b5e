// SPDX-License-Identifier: Apache-2.0
using System;

/// <summary>The code under test: it pauses when it is told that an interruption began, and resumes if it may.</summary>
public sealed class Player
{
    public bool IsPlaying = true;
    public bool IsDeaf;

    public void Told(string reply)
    {
        if (IsDeaf || !reply.Contains("\"name\": \"interruption\"")) return;
        IsPlaying = reply.Contains("\"type\": \"ended\"") && reply.Contains("\"shouldResume\": true");
    }
}

/// <summary>A program, so that it needs no framework; with xUnit each function is a fact.</summary>
public static class PhoneTest
{
    private static void Expect(bool holds, string says)
    {
        if (!holds) throw new Exception(says);
    }

    private static void DeclinedCall()
    {
        using (var phone = new Phone())
        {
            var player = new Player { IsDeaf = Environment.GetEnvironmentVariable("PLANTED_BUG") != null };
            phone.Step("{\"do\": \"launch\", \"app\": \"music\", \"resumes\": false}");
            phone.Step("{\"do\": \"play\", \"app\": \"music\", \"sound\": \"song\"}");
            player.Told(phone.Step("{\"do\": \"call\", \"phase\": \"incoming\"}"));
            Expect(!player.IsPlaying, "the player believes that it plays while the phone rings");
            player.Told(phone.Step("{\"do\": \"call\", \"phase\": \"declined\"}"));
            Expect(player.IsPlaying, "the player does not resume when the call is declined");
            var reply = phone.Step("{\"do\": \"play\", \"app\": \"music\", \"sound\": \"song\"}");
            Expect(reply.Contains("\"heard\": [{\"app\": \"music\", \"sound\": \"song\""), reply);
        }
    }

    private static void Mistakes()
    {
        using (var phone = new Phone())
        {
            try { phone.Step("{\"do\": \"ringSwitch\", \"to\": \"loud\"}"); Expect(false, "a step that is none is accepted"); }
            catch (ArgumentException error) { Expect(error.Message.Contains("ring, silent"), error.Message); }
            phone.Step("{\"do\": \"lock\"}");
        }
    }

    public static int Main()
    {
        try { DeclinedCall(); Mistakes(); } catch (Exception error) { Console.Error.WriteLine(error.Message); return 1; }
        return 0;
    }
}
