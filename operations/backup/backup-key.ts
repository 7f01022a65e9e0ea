// The key that opens backups: made once, handed to a person, never kept on this machine.
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { writePrivate } from '../machine/secret-files.ts'
import { RefusedError } from '../refused.ts'
import type { Report } from '../report.ts'

/** Writes the recovery sheet to `file`, or to the terminal; returns whom backups are made for. */
export async function backupKey(file: string | null, report: Report): Promise<string> {
  const identity = await generateIdentity()
  const recipient = await identityToRecipient(identity)
  const sheet = sheetText(identity, recipient)
  if (file !== null) writePrivate(file, sheet)
  // Where output goes to a file or a journal it would stay.
  else if (process.stderr.isTTY) process.stderr.write(`\n${sheet}\n`)
  else
    throw new RefusedError(
      'There is no terminal for the key of backups: --recovery-sheet FILE, or --backup-recipient age1…',
    )
  report.say(
    `backup key  made  ${file === null ? 'shown above' : file}: into two safes, and off this machine`,
  )
  return recipient
}

function sheetText(identity: string, recipient: string): string {
  return [
    '# Pharmacy relay: recovery sheet. Without this key no backup can be opened.',
    '# Print it twice, put it into two safes, remove the file from this machine.',
    '# By hand: age -d -i THIS_FILE BACKUP | tar -x',
    `# public key: ${recipient}`,
    identity,
    '',
  ].join('\n')
}
