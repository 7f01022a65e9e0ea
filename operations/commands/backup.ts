// relayctl backup.
import { removeOlder } from '../backup/backup-files.ts'
import { rowsIn } from '../backup/manifest.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { openInstallation } from '../machine/installation.ts'
import { EXIT, RefusedError } from '../refused.ts'
import { passphraseFrom } from './backup-opener.ts'
import type { Command } from './command.ts'

const MIB = 1_024 ** 2

export const backup: Command = async ({ places, options, report }) => {
  const installation = openInstallation(places)
  const passphrase = passphraseFrom(options)
  if (passphrase === null && (installation.config['Backup__Recipient'] ?? '') === '')
    throw new RefusedError(
      'relay.conf says no Backup__Recipient: write one there, or give --passphrase-file FILE',
    )
  const kept = options.keep === undefined ? null : keptIn(options.keep)
  const startedAtMs = performance.now()
  const folder = options.to ?? places.backups
  const { file, bytes, rows } = await writeBackup({ installation, folder, passphrase, now: new Date() })
  const removed = kept === null ? 0 : removeOlder(folder, kept)
  const seconds = (performance.now() - startedAtMs) / 1_000
  const size = (bytes / MIB).toFixed(1)
  report.answer({ file, bytes, rows: rowsIn(rows), seconds }, [
    `${file}`,
    `${size} MiB, ${rowsIn(rows)} rows of ${Object.keys(rows).length} databases and all secrets, ${seconds.toFixed(1)} s.`,
    ...(removed === 0 ? [] : [`${removed} older ones are gone, ${kept} are kept.`]),
    'Copy it to another machine: a backup on the same disk is lost with it.',
  ])
  return EXIT.done
}

function keptIn(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text)
  throw new RefusedError(`--keep takes how many backups stay, from 1 to 9999, not ${text}`)
}
