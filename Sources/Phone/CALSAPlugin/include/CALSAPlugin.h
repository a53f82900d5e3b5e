/* SPDX-License-Identifier: Apache-2.0 */
/* ALSA finds the plug-in by the names in plugin.map; no program calls it. */
