// The rules that every page of the portal keeps, walked through its HTML in every state and language.
import { describe, expect, it } from 'vitest'
import { Language, texts } from '@pharmacy-relay/shared/texts/index.ts'
import { everyPage } from './testing/every-page.ts'
import { HOSTILE } from './testing/fixtures.ts'
import { escaped, tagsOf, type Tag } from './testing/tags.ts'

interface Page {
  readonly html: string
  readonly tags: readonly Tag[]
}

/** Groups of the catalogue that the agent's own programs say, the identity API in mails or the store API on paper, and no page of the panel. */
const NOT_OF_THE_PANEL: ReadonlySet<string> = new Set([
  'messages',
  'agent',
  'installer',
  'invoiceDocument',
  'summary',
  'labels',
  'reasons',
  'reasonAnd',
  'settings',
  'storefront',
  'tray',
  'updates',
  'window',
  'windowCounter',
  'windowHelp',
  'windowDispensing',
  'windowPages',
])

describe.each(Language.options)('every page in %s', (language) => {
  const pages = Object.entries(everyPage(language)).map(([name, html]) => ({
    name,
    html,
    tags: tagsOf(html),
  }))
  const all = pages.map((page) => page.html).join('\n')
  /** What a rule finds wrong, by page; nothing when all keep to it. */
  const faults = (rule: (page: Page) => unknown[]) =>
    pages.flatMap((page) => rule(page).map((fault) => ({ page: page.name, fault })))

  it('is a document in its language', () => {
    expect(pages.length).toBeGreaterThan(30)
    expect(
      faults(({ html }) => (html.startsWith('<!doctype html>\n<html') ? [] : [html.slice(0, 40)])),
    ).toEqual([])
    expect(
      faults(({ tags }) => named(tags, 'html').filter((tag) => tag.attributes['lang'] !== language)),
    ).toEqual([])
  })

  it('has one main, one heading, and a skip link to the main part first', () => {
    expect(faults(({ tags }) => (named(tags, 'h1').length === 1 ? [] : ['h1']))).toEqual([])
    expect(
      faults(({ tags }) => (named(tags, 'main')[0]?.attributes['id'] === 'content' ? [] : ['main'])),
    ).toEqual([])
    expect(
      faults(({ tags }) => (named(tags, 'a')[0]?.attributes['href'] === '#content' ? [] : ['a'])),
    ).toEqual([])
  })

  it('has no inline script, no inline style and no event attribute', () => {
    expect(faults(inlineCode)).toEqual([])
  })

  it('asks nobody but the portal', () => {
    expect(faults(foreignAddresses)).toEqual([])
  })

  it('carries the CSRF token as the first field of every POST form', () => {
    expect(pages.flatMap(({ tags }) => named(tags, 'form')).length).toBeGreaterThan(pages.length)
    expect(faults(formsWithoutToken)).toEqual([])
  })

  it('uses each id once, refers only to ids that exist, and labels every field', () => {
    expect(faults(idFaults)).toEqual([])
    expect(faults(unlabelledFields)).toEqual([])
  })

  it('keeps hostile names as text', () => {
    expect(all).toContain(escaped(HOSTILE))
    expect(all).not.toContain('<script>alert')
    expect(all).not.toContain('<img src=x')
  })

  it('leaves no text of the catalogue unused', () => {
    const panel = Object.entries(texts(language)).filter(([group]) => !NOT_OF_THE_PANEL.has(group))
    // Most stand by themselves, and looking through all pages for each took half of this file's time.
    const whole = new Set(all.split(/[<>"]/))
    const isUsed = (text: string): boolean => whole.has(text) || all.includes(text)
    const unused = leaves(Object.fromEntries(panel)).filter(({ text }) => !isUsed(escaped(text)))
    expect(unused.map(({ path }) => path)).toEqual([])
  })
})

function named(tags: readonly Tag[], name: string): Tag[] {
  return tags.filter((tag) => tag.name === name)
}

function inlineCode({ tags }: Page): Tag[] {
  return tags.filter(
    ({ name, attributes }) =>
      name === 'style' ||
      (name === 'script' && !attributes['src']?.startsWith('/assets/')) ||
      Object.keys(attributes).some((attribute) => /^(style|on.*|hx-on.*)$/i.test(attribute)),
  )
}

function foreignAddresses({ tags }: Page): string[] {
  const names = ['src', 'href', 'action', 'formaction', 'hx-get', 'data-refresh']
  const addresses = tags.flatMap((tag) => names.flatMap((name) => tag.attributes[name] ?? []))
  return addresses.filter((address) => !/^(\/(?!\/)|#|mailto:|tel:|data:image\/webp;base64,)/.test(address))
}

function formsWithoutToken({ tags }: Page): Tag[] {
  const posts = tags.filter((tag) => tag.name === 'form' && tag.attributes['method'] !== 'get')
  return posts.filter((form) => {
    const first = tags.find((tag) => tag.name === 'input' && tag.index > form.index)?.attributes
    return first?.['name'] !== 'csrf' || first['type'] !== 'hidden' || first['value'] !== 'csrf-token'
  })
}

function idFaults({ tags }: Page): string[] {
  const ids = tags.flatMap((tag) => tag.attributes['id'] ?? [])
  const names = ['for', 'form', 'aria-labelledby', 'aria-describedby']
  const references = tags.flatMap((tag) => names.flatMap((name) => tag.attributes[name]?.split(' ') ?? []))
  return [
    ...ids.filter((id, index) => ids.indexOf(id) !== index),
    ...references.filter((id) => !ids.includes(id)),
  ]
}

function unlabelledFields({ tags }: Page): Tag[] {
  const labelled = new Set(named(tags, 'label').map((tag) => tag.attributes['for']))
  const fields = named(tags, 'input').filter((tag) => tag.attributes['type'] !== 'hidden')
  return fields.filter((field) => !labelled.has(field.attributes['id']))
}

function leaves(value: unknown, path = ''): { path: string; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) => leaves(child, path === '' ? key : `${path}.${key}`))
}
