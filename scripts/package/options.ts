// The words of `npm run package`.
import { parseArgs } from 'node:util'
import { PLATFORMS, type Platform } from './platforms.ts'

export const USAGE = `npm run package -- --platform NAME

  linux-x64   a deb and an AppImage; made on Linux
  win32-x64   an NSIS installer; made on Windows, or on Linux with Wine (32 bits)

Without --platform it is the one of this computer. It needs the Internet: electron-builder fetches Electron 45
and its packing tools, some 400 MB. Signing: CSC_LINK and CSC_KEY_PASSWORD, as electron-builder documents them.

The dmg for macOS cannot be made by this command yet: package-lock.json names no Node and no natives for macOS.
`

export type Chosen =
  | { readonly kind: 'help' }
  | { readonly kind: 'fault'; readonly text: string }
  | { readonly kind: 'platform'; readonly platform: Platform }

export function readPlatform(args: readonly string[], host: NodeJS.Platform): Chosen {
  const { values, fault } = parsed(args)
  if (fault !== null) return { kind: 'fault', text: fault }
  if (values.help === true) return { kind: 'help' }
  const wanted = values.platform ?? `${host}-x64`
  const platform = PLATFORMS.find(({ name }) => name === wanted)
  if (platform === undefined) return { kind: 'fault', text: `no installer is made for ${wanted}` }
  if (platform.os === 'linux' && host !== 'linux')
    return { kind: 'fault', text: 'a deb and an AppImage are made on Linux only' }
  return { kind: 'platform', platform }
}

function parsed(args: readonly string[]) {
  const options = { platform: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const
  try {
    return { values: parseArgs({ args: [...args], options }).values, fault: null }
  } catch (error) {
    return { values: {}, fault: error instanceof Error ? error.message : 'the options are not valid' }
  }
}
