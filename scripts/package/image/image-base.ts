// The lower layer of the image: a small Debian with PostgreSQL and its tools, the account of the programs, and nothing that differs from one making to the next.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { repository } from '../../command.ts'
import { run } from '../run.ts'

/** Of the account that everything in a container runs as. */
export const USER_ID = 10_001
/** Seconds since 1970 that every file of the image is said to be of: 1 January 2025. */
export const IMAGE_TIME = 1_735_689_600
export const IMAGE_FOLDER = path.join(repository, '.data/package/image')
const LIMIT_MS = 900_000
const SUITE = 'bookworm'
const PACKAGES = 'ca-certificates,libstdc++6,postgresql-15'
const LISTED = 'packages.txt'

/** What people read, but no licence. */
const LEFT_OUT = [
  'path-exclude=/usr/share/man/*',
  'path-exclude=/usr/share/locale/*',
  'path-exclude=/usr/share/doc/*',
  'path-include=/usr/share/doc/*/copyright',
]
/** Packages with their versions; the account; the folders of volumes; then what chance, time or this machine wrote. */
const CLOSING = [
  `dpkg-query --admindir="$1/var/lib/dpkg" -W -f '\${Package} \${Version}\\n' > "$1/${LISTED}"`,
  `echo 'relay:x:${USER_ID}:${USER_ID}:relay:/nonexistent:/usr/sbin/nologin' >> "$1/etc/passwd"; echo 'relay:x:${USER_ID}:' >> "$1/etc/group"`,
  `install -d -o ${USER_ID} -g ${USER_ID} -m 700 "$1/var/lib/relay-postgres" "$1/administrator"`,
  'rm -rf "$1/var/lib/postgresql/15" "$1/etc/postgresql/15" "$1"/etc/ssl/private/* "$1"/etc/ssl/certs/ssl-cert-snakeoil.pem',
  'find "$1/etc/ssl/certs" -xtype l -delete',
  'rm -rf "$1"/var/log/* "$1"/var/cache/* "$1"/var/lib/apt/lists/* "$1"/var/lib/dpkg/*-old "$1"/etc/*- "$1"/tmp/* "$1"/run/* "$1/var/lib/systemd"',
  'rm -f "$1/etc/resolv.conf" "$1/etc/hostname" "$1/etc/machine-id"',
]

export interface ImageBase {
  /** A tar of the whole file system. */
  readonly tar: string
  /** `libc6 2.36-9+deb12u10`, one a package. */
  readonly packages: readonly string[]
}

/** What is missing on this machine, in words; null: it can be made. */
export function missingForImage(): string | null {
  if (process.getuid?.() !== 0) return 'mmdebstrap makes the Debian of an image as root alone'
  const folders = (process.env['PATH'] ?? '').split(':')
  return folders.some((folder) => existsSync(path.join(folder, 'mmdebstrap')))
    ? null
    : 'missing: mmdebstrap. On Debian, as root: apt-get install mmdebstrap'
}

/** Made once out of Debian's packages, and again where `isNew` asks for their newest versions. Throws Error with what mmdebstrap printed. */
export async function imageBase(isNew: boolean): Promise<ImageBase> {
  const args = baseArgs()
  const tar = path.join(IMAGE_FOLDER, `base-${hashOf(args)}.tar`)
  await mkdir(IMAGE_FOLDER, { recursive: true })
  if (isNew || !existsSync(tar)) {
    await rm(tar, { force: true })
    const env = { SOURCE_DATE_EPOCH: String(IMAGE_TIME) }
    await run('mmdebstrap', [...args, SUITE, `${tar}.new.tar`], { limitMs: LIMIT_MS, env })
    await run('sh', ['-c', `tar -xOf "$0" ./${LISTED} > "$1"`, `${tar}.new.tar`, `${tar}.txt`], {
      limitMs: LIMIT_MS,
    })
    await rename(`${tar}.new.tar`, tar)
  }
  const packages = (await readFile(`${tar}.txt`, 'utf8')).trim().split('\n')
  return { tar, packages }
}

function baseArgs(): string[] {
  return [
    '--variant=minbase',
    `--include=${PACKAGES}`,
    // Devices are the engine's.
    '--skip=output/dev',
    ...LEFT_OUT.map((option) => `--dpkgopt=${option}`),
    ...CLOSING.map((script) => `--customize-hook=${script}`),
  ]
}

function hashOf(args: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(args)).digest('hex').slice(0, 12)
}
