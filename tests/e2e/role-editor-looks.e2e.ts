// The editor for a role on a phone and on a screen, light and dark: open, refused, and with the printer to be taken away.
import { test } from './demo-fixture.ts'
import { expectGoodLooks } from './looks.ts'
import { onceMore } from './tellings.ts'
import { choosePrinter, openEditor, openRiverside, save } from './printing-page.ts'

test.use({ sharesDemo: true })

for (const width of [360, 1440]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const title = `the editor at ${width} px in ${colorScheme} has no accessibility findings and no sideways scrolling`
    const isOnceMore = width !== 360 || colorScheme !== 'dark'
    test(title, onceMore(isOnceMore), async ({ watched: page, running }) => {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      const look = (name: string) => expectGoodLooks(page, `${name}-${width}-${colorScheme}`)
      await openRiverside(page, running)
      await look('riverside')
      const editor = await openEditor(page, 'FRONT-DESK')
      await choosePrinter(editor, running)
      await look('editor')
      await choosePrinter(editor, running, 0)
      await save(editor)
      await editor.getByText('Please correct the marked fields.').waitFor()
      await look('editor-refused')
      await editor.getByLabel('Client', { exact: true }).check()
      await save(editor)
      await editor.getByText('Tick this if labels shall stop').waitFor()
      await look('editor-confirm')
    })
  }
}
