// Writes the installer's words out of shared/texts for NSIS, which reads no TypeScript.
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { repository } from '../command.ts'
import { LANGUAGES, Language, texts } from '@pharmacy-relay/shared/texts/index.ts'

/** Where installer.nsh looks for it. */
const FILE = path.join(repository, '.data/package/win-x64/texts.nsh')

export async function writeInstallerTexts(): Promise<void> {
  await mkdir(path.dirname(FILE), { recursive: true })
  await writeFile(FILE, inUtf8(installerTexts()))
}

/** What electron-builder adds for each language, for check.nsi. */
export async function writeCheckLanguages(file: string): Promise<void> {
  const nsisNames = new Intl.DisplayNames(['en'], { type: 'language' })
  const lines = Language.options.flatMap((language) => [
    `LoadLanguageFile "\${NSISDIR}/Contrib/Language files/${nsisNames.of(language)}.nlf"`,
    `LangString uninstallFailed ${LANGUAGES[language].lcid} "Failed to uninstall old application files"`,
  ])
  await writeFile(file, inUtf8(lines))
}

function installerTexts(): string[] {
  return Language.options.flatMap((language) =>
    Object.entries(texts(language).installer).map(
      ([name, text]) => `LangString ${name} ${LANGUAGES[language].lcid} "${inNsis(text)}"`,
    ),
  )
}

/** With its mark NSIS reads a file as UTF-8. */
function inUtf8(lines: readonly string[]): string {
  return `\uFEFF# Made by scripts/package/installer-texts.ts\n${lines.join('\n')}\n`
}

/** `$` begins a variable of NSIS, and quotes end the string. */
function inNsis(text: string): string {
  return text.replaceAll('$', '$$$$').replaceAll('"', '$\\"')
}
