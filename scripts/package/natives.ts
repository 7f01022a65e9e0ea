// The packages that the agent's bundle leaves outside, installed from the lockfile for a platform and cut down to what runs.
import { cp, mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { repository } from '../command.ts'
import { workFolder, type Platform } from './platforms.ts'
import { run } from './run.ts'

const LIMIT_MS = 300_000
const WORKSPACES = ['shared', 'agent', 'relay-server', 'portal']

/** koffi comes with its C++; these find the binary of the system. */
const KOFFI_LOADERS = ['.', 'src/koffi'].flatMap((folder) =>
  ['index.cjs', 'index.js', 'indirect.cjs', 'indirect.js'].map((file) => path.posix.join(folder, file)),
)

/** What draws labels of prescriptions: the same files on every system. */
const PRESCRIPTION_FILES: Readonly<Record<string, readonly string[]>> = {
  harfbuzzjs: ['package.json', 'LICENSE', 'dist/index.mjs', 'dist/harfbuzz.js', 'dist/harfbuzz.wasm'],
  // Has no file with its licence, MPL-2.0; package.json names it.
  '@resvg/resvg-wasm': ['package.json', 'index.mjs', 'index_bg.wasm'],
  'bwip-js': ['package.json', 'LICENSE', 'dist/bwip-js-node.mjs', 'dist/bwipp.mjs'],
  '@expo-google-fonts/noto-sans': [
    'package.json',
    'LICENSE_FONT',
    '400Regular/NotoSans_400Regular.ttf',
    '700Bold/NotoSans_700Bold.ttf',
  ],
  'dejavu-fonts-ttf': ['package.json', 'LICENSE', 'ttf/DejaVuSans.ttf', 'ttf/DejaVuSans-Bold.ttf'],
}

/** What serialport loads, whether it is used or not. */
const SERIAL_PACKAGES = [
  'serialport',
  ...['binding-mock', 'bindings-interface', 'stream'].map((name) => `@serialport/${name}`),
  ...[
    'byte-length',
    'cctalk',
    'delimiter',
    'inter-byte-timeout',
    'packet-length',
    'readline',
    'ready',
    'regex',
    'slip-encoder',
    'spacepacket',
  ].map((name) => `@serialport/parser-${name}`),
]

/** Packages inside other packages stay behind, as packers leave them out: the ones beside them serve. */
function serialFiles(name: Platform['name']): Record<string, readonly string[]> {
  const libc = name === 'linux-x64' ? '.glibc' : ''
  return {
    ...Object.fromEntries(SERIAL_PACKAGES.map((one) => [one, ['package.json', 'LICENSE', 'dist']])),
    '@serialport/bindings-cpp': [
      'package.json',
      'LICENSE',
      'dist',
      `prebuilds/${name}/@serialport+bindings-cpp${libc}.node`,
    ],
    // Finds the prebuilt file.
    'node-gyp-build': ['package.json', 'LICENSE', 'index.js', 'node-gyp-build.js'],
    debug: ['package.json', 'LICENSE', 'src'],
    ms: ['package.json', 'license.md', 'index.js'],
  }
}

/** What of each package is shipped. A package that the bundle asks for and that is not here fails the check of the tree. */
export function shippedFiles({ name }: Pick<Platform, 'name'>): Readonly<Record<string, readonly string[]>> {
  return {
    'better-sqlite3': ['package.json', 'LICENSE', 'lib', `prebuilds/${name}.node`],
    koffi: [
      'package.json',
      'LICENSE.txt',
      ...KOFFI_LOADERS,
      'src/koffi/src/static.cjs',
      'src/koffi/src/static.js',
    ],
    ...serialFiles(name),
    // One file with its WebAssembly in it: pictures of labels for whoever asks.
    'zpl-renderer-js': ['package.json', 'dist/index.esm.js'],
    ...PRESCRIPTION_FILES,
    [`@koromix/koffi-${name}`]: ['package.json', 'index.js', `${name.replace('-', '_')}/koffi.node`],
  }
}

/** Installs the agent's dependencies of that platform beside nothing of ours, and copies what is shipped to `folder`. */
export async function stageNatives(platform: Platform, folder: string): Promise<void> {
  const installed = path.join(workFolder(platform), 'modules')
  await rm(installed, { recursive: true, force: true })
  await copyManifests(installed)
  const system = [`--os=${platform.os}`, `--cpu=${platform.cpu}`, '--ignore-scripts', '--omit=dev']
  const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--prefix', installed]
  await run('npm', ['ci', '-w', '@pharmacy-relay/agent', ...system, ...quiet], { limitMs: LIMIT_MS })
  for (const [name, files] of Object.entries(shippedFiles(platform)))
    await copyPackage(path.join(installed, 'node_modules', name), path.join(folder, name), files)
}

async function copyManifests(to: string): Promise<void> {
  for (const folder of ['.', ...WORKSPACES]) {
    await mkdir(path.join(to, folder), { recursive: true })
    await cp(path.join(repository, folder, 'package.json'), path.join(to, folder, 'package.json'))
  }
  await cp(path.join(repository, 'package-lock.json'), path.join(to, 'package-lock.json'))
}

async function copyPackage(from: string, to: string, files: readonly string[]): Promise<void> {
  if (!(await readdir(from).catch((): string[] => [])).includes('package.json'))
    throw new Error(`npm installed no ${path.basename(from)} for this platform`)
  for (const file of files) await cp(path.join(from, file), path.join(to, file), { recursive: true })
}
