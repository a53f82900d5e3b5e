-- WirePlumber's own ducking, which it ships switched off: music gives way to what a navigator says.
default_policy.policy.roles = {
  ["Multimedia"] = {
    ["alias"] = { "Music" },
    ["priority"] = 25,
    ["action.default"] = "mix",
  },
  ["Navigation"] = {
    ["priority"] = 50,
    ["action.default"] = "duck",
    ["action.Navigation"] = "mix",
  },
  -- Without a role for capture its script fails at the first recorder, and links no stream any more.
  ["Capture"] = { ["priority"] = 10, ["action.default"] = "mix", ["media.class"] = "Audio/Source" },
}
default_policy.endpoints = {
  ["endpoint.multimedia"] = { ["media.class"] = "Audio/Sink", ["role"] = "Multimedia" },
  ["endpoint.navigation"] = { ["media.class"] = "Audio/Sink", ["role"] = "Navigation" },
}
