// Every setting has its words in the window, and every value that is chosen from a list.
import { Language, texts } from '@pharmacy-relay/shared/texts/index.ts'
import { expect, test } from 'vitest'
import { effectiveSettings } from './effective-settings.ts'
import { settingNames } from './settings-table.ts'

const { rows } = effectiveSettings({ environment: {}, stored: new Map(), computer: {} })

test.each(Language.options)('%s names every setting and no other', (language) => {
  expect(Object.keys(texts(language).settings.names).toSorted()).toEqual(settingNames.toSorted())
})

test.each(Language.options)('%s names every choice and no other', (language) => {
  const listed = rows.flatMap(({ name, choices }) => ((choices ?? null) === null ? [] : [[name, choices]]))
  const named = Object.entries(texts(language).settings.choices).map(([name, text]) => [
    name,
    Object.keys(text),
  ])
  expect(Object.fromEntries(named)).toEqual(Object.fromEntries(listed))
})

test.each(Language.options)('%s says what is allowed wherever a person types a value', (language) => {
  const { names } = texts(language).settings
  const typed = rows.filter(({ choices, changeable }) => changeable && (choices ?? null) === null)
  expect(typed.filter(({ name }) => names[name]?.allowed === undefined).map(({ name }) => name)).toEqual([])
})
