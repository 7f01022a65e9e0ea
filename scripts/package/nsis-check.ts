// Installs and removes the application under Wine with the macros of our installer, and looks at what they did.
//
// Node 24 does not start under Wine 8, so a recorder stands in its place: it writes down what the agent is asked.
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { repository } from '../command.ts'
import { writeCheckLanguages, writeInstallerTexts } from './installer-texts.ts'
import type { LoadCheck } from './load-check.ts'
import { run } from './run.ts'
import type { Tree } from './tree-check.ts'
import { drive, hasWine, prepareWine, wine, wineFolder } from './wine.ts'

const MAKENSIS = '/usr/bin/makensis'
const LIMIT_MS = 120_000
const REMOVAL_LIMIT_MS = 60_000
const SCRIPTS = path.join(repository, 'build/windows')
const INSTALLED = path.join(drive, 'Program Files/Pharmacy Relay')
const DATA = path.join(drive, 'ProgramData/PharmacyRelay')
const RECORD = path.join(drive, 'recorded.txt')
const ANSWERS = path.join(drive, 'answers.ini')
const RUN_KEY = String.raw`HKLM\Software\Microsoft\Windows\CurrentVersion\Run`

const PAIR = ['/PAIR=BCDF-GHJK', '/HUB=https://portal.example']
const INSTALL = 'service install --again'
const INSTALL_PAIRED = `${INSTALL} --pair="BCDF-GHJK" --hub="https://portal.example"`

/** What is to be so after a step; `asked` in this order. */
interface Expected {
  readonly code?: number
  readonly asked: readonly string[]
  readonly isInstalled: boolean
  readonly hasData: boolean
}

export async function checkInstaller(tree: Tree): Promise<LoadCheck> {
  const lacking = [...(existsSync(MAKENSIS) ? [] : ['makensis']), ...(hasWine() ? [] : ['Wine'])]
  if (lacking.length > 0)
    return {
      faults: [],
      notRun: [`the installer for Windows: no ${lacking.join(', no ')} (npm run tools -- --package)`],
    }
  await prepareWine()
  const setup = await builtInstaller(tree.folder)
  try {
    const faults = await lifeOf(setup, tree)
    return { faults, notRun: ["electron-builder's own script around the macros: its plugins are not here"] }
  } finally {
    await clear()
  }
}

async function builtInstaller(tree: string): Promise<string> {
  await writeInstallerTexts()
  const recorder = path.join(wineFolder, 'recorder.exe')
  const setup = path.join(wineFolder, 'pharmacy-relay-check.exe')
  const strict = ['-WX', '-V2']
  await run(MAKENSIS, [...strict, `-DOUT=${recorder}`, path.join(SCRIPTS, 'recorder.nsi')], {
    limitMs: LIMIT_MS,
  })
  const languages = path.join(wineFolder, 'languages.nsh')
  await writeCheckLanguages(languages)
  const given = {
    PROJECT_DIR: repository,
    TREE: tree,
    RECORDER: recorder,
    LANGUAGES: languages,
    OUT: setup,
  }
  const defines = Object.entries(given).map(([name, value]) => `-D${name}=${value}`)
  await run(MAKENSIS, [...strict, ...defines, path.join(SCRIPTS, 'check.nsi')], { limitMs: LIMIT_MS })
  return setup
}

/** First installation with a pairing code, update, removal in both ways, and a service that cannot be set up. */
async function lifeOf(setup: string, tree: Tree): Promise<string[]> {
  const installs = async (args: readonly string[]) => wine([setup, '/S', ...args], wineFolder)
  const gone = { isInstalled: false, hasData: true }
  const there = { isInstalled: true, hasData: true }
  await clear()
  await writeData()
  return [
    ...(await after('install', installs(PAIR), { asked: [INSTALL_PAIRED], ...there })),
    ...(await missingFiles(tree.folder)),
    ...(await installLog('0')),
    ...(await after('update', installs([]), { asked: ['service stop', 'service stop', INSTALL], ...there })),
    ...(await after('removal that keeps data', removes(['/KEEPDATA']), {
      ...gone,
      asked: ['service stop', 'service remove --keep-data'],
    })),
    ...(await after('second installation', installs([]), { asked: [INSTALL], ...there })),
    ...(await after('removal', removes([]), {
      ...gone,
      hasData: false,
      asked: ['service stop', 'service remove --delete-data'],
    })),
    ...(await leftovers()),
    ...(await refusedService(installs)),
  ]
}

async function refusedService(
  installs: (args: readonly string[]) => ReturnType<typeof wine>,
): Promise<string[]> {
  await writeFile(ANSWERS, `[once]\r\n${INSTALL}=1\r\n`)
  const expected = { code: 3, asked: [INSTALL], isInstalled: true, hasData: false }
  const faults = await after('installation without its service', installs([]), expected)
  return [
    ...faults,
    ...(await installLog('1')),
    ...(await after('removal after it', removes([]), {
      isInstalled: false,
      hasData: false,
      asked: ['service stop', 'service remove --delete-data'],
    })),
  ]
}

/** Beside the program, with the agent's exit code and without the pairing code. */
async function installLog(code: string): Promise<string[]> {
  const log = await readFile(path.join(INSTALLED, 'install.log'), 'utf16le').catch(() => '')
  return [
    ...(log.includes(`service install: ${code}`) ? [] : [`install.log does not say how it went: ${code}`]),
    ...(/BCDF-?GHJK/i.test(log) ? ['install.log says the pairing code'] : []),
  ]
}

/** The uninstaller goes on in a copy of itself, so its end is seen by the folder's. */
async function removes(args: readonly string[]): ReturnType<typeof wine> {
  const result = await wine([path.join(INSTALLED, 'Uninstall Pharmacy Relay.exe'), '/S', ...args], wineFolder)
  const endsMs = performance.now() + REMOVAL_LIMIT_MS
  while (existsSync(INSTALLED) && performance.now() < endsMs) await wait(200)
  return result
}

async function after(
  step: string,
  done: ReturnType<typeof wine>,
  { code = 0, asked, isInstalled, hasData }: Expected,
): Promise<string[]> {
  const result = await done
  const heard = (await readFile(RECORD, 'latin1').catch(() => '')).split(/\r?\n/).filter(Boolean)
  await rm(RECORD, { force: true })
  const seen = {
    'exit code': [result.code, code],
    'asked of the agent': [heard.join(' | '), asked.join(' | ')],
    'application there': [existsSync(INSTALLED), isInstalled],
    'starts at sign-in': [await startsAtSignIn(), isInstalled],
    'data there': [existsSync(DATA), hasData],
  }
  return Object.entries(seen)
    .filter(([, [is, wanted]]) => is !== wanted)
    .map(([what, [is, wanted]]) => `${step}: ${what} is ${is} instead of ${wanted}`)
}

async function startsAtSignIn(): Promise<boolean> {
  const { code, output } = await wine(['reg', 'query', RUN_KEY, '/v', 'PharmacyRelay'], wineFolder)
  return code === 0 && output.includes(String.raw`C:\Program Files\Pharmacy Relay\Pharmacy Relay.exe`)
}

async function missingFiles(tree: string): Promise<string[]> {
  const wanted = await readdir(tree, { recursive: true })
  const present = new Set(await readdir(INSTALLED, { recursive: true }))
  return wanted.filter((file) => !present.has(file)).map((file) => `install: ${file} is not there`)
}

/** Beside the folders: the key of the uninstaller, and what the window left with users. */
async function leftovers(): Promise<string[]> {
  const key = String.raw`HKLM\Software\Microsoft\Windows\CurrentVersion\Uninstall\PharmacyRelayCheck`
  const { code } = await wine(['reg', 'query', key], wineFolder)
  const tray = (await trayFolders()).filter((folder) => existsSync(folder))
  return [
    ...(code === 0 ? ["removal: the uninstaller's key is left"] : []),
    ...tray.map((folder) => `removal: ${folder} is left`),
  ]
}

async function writeData(): Promise<void> {
  for (const folder of [DATA, ...(await trayFolders())]) {
    await mkdir(folder, { recursive: true })
    await writeFile(path.join(folder, 'kept'), '')
  }
}

async function trayFolders(): Promise<string[]> {
  const users = path.join(drive, 'users')
  const people = (await readdir(users)).filter((name) => name !== 'Public')
  return people.map((name) => path.join(users, name, 'AppData/Roaming/pharmacy-relay'))
}

async function clear(): Promise<void> {
  for (const one of [INSTALLED, DATA, RECORD, ANSWERS]) await rm(one, { recursive: true, force: true })
}
