// `npm run package -- --platform NAME`: stages the application and has electron-builder make its installers.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { repository } from './command.ts'
import { endWithFault } from './fault.ts'
import { buildInstallers } from './package/build-tree.ts'
import { writeInstallerTexts } from './package/installer-texts.ts'
import { readPlatform, USAGE } from './package/options.ts'
import type { Platform } from './package/platforms.ts'
import { stage } from './package/stage.ts'
import { checkConfiguration } from './package/tree-check.ts'
import { hasWine } from './package/wine.ts'

const EXIT_USAGE = 2
const MEBIBYTE = 1_048_576

const chosen = readPlatform(process.argv.slice(2), process.platform)
if (chosen.kind === 'help') process.stdout.write(USAGE)
else if (chosen.kind === 'fault') {
  process.stderr.write(`package: ${chosen.text}\n\n${USAGE}`)
  process.exitCode = EXIT_USAGE
} else await make(chosen.platform).catch((error: unknown) => endWithFault('package', error))

async function make(platform: Platform): Promise<void> {
  const [fault] = await checkConfiguration(path.join(repository, 'electron-builder.yml'))
  if (fault !== undefined) throw new Error(fault)
  console.log(`package: staging ${platform.name} from package-lock.json`)
  await stage(platform)
  await writeInstallerTexts()
  console.log(
    'package: electron-builder makes the installers; it fetches Electron and its tools the first time',
  )
  const files = await buildInstallers(platform).catch((error: unknown) => {
    const text = error instanceof Error ? error.message : String(error)
    throw new Error(`${text}\n\n${adviceFor(platform)}`, { cause: error })
  })
  if (files.length === 0) throw new Error('electron-builder ended well and made no installer')
  for (const file of files) console.log(await described(file))
  console.log(notDone())
}

/** What may lack: electron-builder says it in words only, so all of it is named. */
function adviceFor({ os }: Platform): string {
  const internet =
    'It fetches Electron and its tools from the Internet the first time. Without it: npm run package:check'
  const wine =
    'The uninstaller for Windows is made by running a Windows program: install Wine with 32 bits, or use Windows'
  return os === 'win32' && process.platform !== 'win32' && !hasWine() ? `${internet}\n${wine}` : internet
}

async function described(file: string): Promise<string> {
  const bytes = await readFile(file)
  const digest = createHash('sha256').update(bytes).digest('hex')
  return `${path.relative(repository, file)}  ${(bytes.length / MEBIBYTE).toFixed(1)} MiB  sha256 ${digest}`
}

function notDone(): string {
  const isSigned = ['CSC_LINK', 'WIN_CSC_LINK'].some((name) => process.env[name] !== undefined)
  const signature = isSigned ? '' : 'Not signed: neither CSC_LINK nor WIN_CSC_LINK names a certificate. '
  return `package: ${signature}Nothing of it was started. Before it is given to anybody: build/RELEASE.md`
}
