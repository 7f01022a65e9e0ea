// Installs the programs that tests need and npm does not bring: Chromium and a font, from Debian's packages.
import { existsSync } from 'node:fs'
import { chromiumPath, hasChromium } from './chromium.ts'
import { runCommand } from './command.ts'

const PACKAGES = ['chromium', 'fonts-dejavu-core']
const FONT_FOLDER = '/usr/share/fonts/truetype/dejavu'
const LIMIT_MS = 8 * 60_000
const TRIES = 2

/** Returns what went wrong, in words; null when the tools are there or a person has been told what to install. */
export async function installTools(): Promise<string | null> {
  if (hasChromium() && existsSync(FONT_FOLDER)) {
    console.log(`tools: Chromium is at ${chromiumPath()}, nothing to install`)
    return null
  }
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) {
    console.log(
      `tools: the browser tests need Chromium, and this is not root on Debian. Install it (on Debian:`,
    )
    console.log(
      `tools: apt-get install ${PACKAGES.join(' ')}), or set CHROMIUM_PATH; until then they are skipped`,
    )
    return null
  }
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    if ((await apt(['update'])) && (await apt(['install', '-y', '--no-install-recommends', ...PACKAGES]))) {
      return hasChromium()
        ? null
        : `Chromium is installed, but not at ${chromiumPath()}: is CHROMIUM_PATH right?`
    }
    console.log(`tools: that failed (try ${attempt} of ${TRIES})`)
  }
  return `apt-get could not install ${PACKAGES.join(', ')}`
}

async function apt(args: readonly string[]): Promise<boolean> {
  console.log(`tools: apt-get ${args.join(' ')}`)
  const { succeeded, ending, output } = await runCommand({
    file: 'apt-get',
    args: ['-q', ...args],
    env: { DEBIAN_FRONTEND: 'noninteractive' },
    limitMs: LIMIT_MS,
    shown: false,
  })
  if (!succeeded) console.log(`${output.slice(-2_000)}\ntools: apt-get ${ending}`)
  return succeeded
}
