// Keeps a text of the window, such as a support bundle, where the person says.
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { app, dialog, type BrowserWindow } from 'electron'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'

/** False when they did not want to, or were told that it did not work. */
export async function saveText(
  window: BrowserWindow | null,
  { fileName, text }: { readonly fileName: string; readonly text: string },
  t: Texts,
): Promise<boolean> {
  if (window === null) return false
  const defaultPath = path.join(app.getPath('documents'), fileName)
  const { canceled, filePath } = await dialog.showSaveDialog(window, { defaultPath })
  if (canceled || filePath === '') return false
  try {
    await writeFile(filePath, text)
    return true
  } catch (error) {
    dialog.showErrorBox(t.tray.notSaved, error instanceof Error ? error.message : filePath)
    return false
  }
}
