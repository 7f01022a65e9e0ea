// Where the browser for the end-to-end tests is.
import { existsSync } from 'node:fs'

/** `CHROMIUM_PATH`, or where Debian's package puts it. */
export function chromiumPath(): string {
  return process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
}

export function hasChromium(): boolean {
  return existsSync(chromiumPath())
}
