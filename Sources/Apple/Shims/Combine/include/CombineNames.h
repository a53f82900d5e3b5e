/* SPDX-License-Identifier: Apache-2.0 */
/* Empty: what a program gets is the Swift module of this name. */
