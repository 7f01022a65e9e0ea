// A CUPS queue whose printer runs out of paper: a back end that says so as CUPS' own do, and prints into a file.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { startCupsd } from './cupsd.ts'

/**
 * filter(7) of CUPS: messages on stderr, `STATE: +media-empty-error` adds a reason to the printer's. The label is on paper when it is
 * in the roll; a job that is cancelled gets SIGTERM and is in no roll.
 */
const BACK_END = `#!/bin/sh
[ $# -eq 0 ] && echo 'direct paper "Unknown" "Paper"' && exit 0
folder="\${DEVICE_URI#paper:}"
label="$(mktemp "$folder/taken.XXXXXX")"
says_nothing() { [ -e "$folder/keeps-saying" ] || echo "STATE: -media-empty-error,cover-open-error" >&2; }
trap 'rm -f "$label"; says_nothing; exit 1' TERM
if [ $# -ge 6 ]; then cat "$6" > "$label"; else cat > "$label"; fi
if [ -e "$folder/stuck" ]; then while :; do sleep 0.1; done; fi
if [ -e "$folder/out" ]; then
  echo "STATE: +$(cat "$folder/out")-error" >&2
  while [ -e "$folder/out" ]; do sleep 0.1; done
  says_nothing
fi
{ cat "$label"; echo; } >> "$folder/roll"
rm -f "$label"
`

/** A print server of a test's own with one such queue, `Q`. */
export async function paperQueue() {
  const folder = temporaryFolder()
  const cupsd = await startCupsd(null, { backEnds: { paper: BACK_END } })
  onTestFinished(async () => cupsd.stop())
  await cupsd.addQueue('Q', `paper:${folder}`)
  const file = (name: string): string => path.join(folder, name)
  return {
    socketPath: cupsd.socketPath,
    /** Labels, in the order in which they came out. */
    roll: (): string[] =>
      existsSync(file('roll')) ? readFileSync(file('roll'), 'utf8').split('\n').filter(Boolean) : [],
    /** `why`: keyword of RFC 8011 5.4.12. */
    stops: (why: 'media-empty' | 'cover-open' = 'media-empty') => writeFileSync(file('out'), why),
    goesOn: () => rmSync(file('out')),
    /** From now on it takes labels, prints none and says nothing. */
    sticks: () => writeFileSync(file('stuck'), ''),
    /** The queue keeps the reason of the job before, as some back ends leave it. */
    keepsSaying: () => writeFileSync(file('keeps-saying'), ''),
  }
}
