// For tests: which Chromium, and how it is started.
import { existsSync } from 'node:fs'

// The shell without a window does the same on a third of the processor time.
const PLACES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const

/** `CHROMIUM_PATH`, or where Debian's packages put it. */
export function chromiumPath(): string {
  return process.env['CHROMIUM_PATH'] ?? PLACES.find((file) => existsSync(file)) ?? PLACES[0]
}

export function hasChromium(): boolean {
  return existsSync(chromiumPath())
}

/** For tests in a container, as root and without a graphics card. */
export const CHROMIUM_OPTIONS = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage']
