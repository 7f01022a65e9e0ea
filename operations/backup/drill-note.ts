// When a backup was last restored for a trial, and what that showed.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { makeStateFolder, type Places } from '../machine/places.ts'
import { writePrivate } from '../machine/secret-files.ts'

const DrillNote = z.object({ doneAt: z.iso.datetime(), rpoS: z.number(), rtoS: z.number(), rows: z.number() })
type DrillNote = z.infer<typeof DrillNote>

const noteIn = ({ state }: Places): string => path.join(state, 'last-drill.json')

/** Null: none ended well. */
export function lastDrill(places: Places): Date | null {
  if (!existsSync(noteIn(places))) return null
  return new Date(DrillNote.parse(JSON.parse(readFileSync(noteIn(places), 'utf8'))).doneAt)
}

export function noteDrill(places: Places, note: DrillNote): void {
  makeStateFolder(places)
  writePrivate(noteIn(places), `${JSON.stringify(note)}\n`)
}
