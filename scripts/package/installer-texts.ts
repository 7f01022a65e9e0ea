// Writes the installer's words out of shared/texts for NSIS, which reads no TypeScript.
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { repository } from '../command.ts'
import { installerDe } from '@pharmacy-relay/shared/texts/de/installer.ts'
import { installerEn, type InstallerTexts } from '@pharmacy-relay/shared/texts/en/installer.ts'
import { installerTr } from '@pharmacy-relay/shared/texts/tr/installer.ts'

/** Windows' numbers of languages, [MS-LCID] 2.2; electron-builder.yml has the same three. */
const LANGUAGES: readonly (readonly [lcid: number, texts: InstallerTexts])[] = [
  [1033, installerEn],
  [1055, installerTr],
  [1031, installerDe],
]

/** Where installer.nsh looks for it. */
const FILE = path.join(repository, '.data/package/win-x64/texts.nsh')

export async function writeInstallerTexts(): Promise<void> {
  await mkdir(path.dirname(FILE), { recursive: true })
  await writeFile(FILE, installerTexts())
}

function installerTexts(): string {
  const lines = LANGUAGES.flatMap(([lcid, texts]) =>
    Object.entries(texts).map(([name, words]) => `LangString ${name} ${lcid} "${inNsis(words)}"`),
  )
  // With its mark NSIS reads a file as UTF-8.
  return `\uFEFF# Made by scripts/package/installer-texts.ts\n${lines.join('\n')}\n`
}

/** `$` begins a variable of NSIS, and quotes end the string. */
function inNsis(words: string): string {
  return words.replaceAll('$', '$$$$').replaceAll('"', '$\\"')
}
