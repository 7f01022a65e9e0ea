// The storefront knows one other program: the gateway.
import { expect, test } from 'vitest'
import { storefrontSettings } from './settings.ts'

test.each([false, true])(
  'of its settings (production: %s) the gateway is the only place to go to',
  (production) => {
    const names = Object.keys(storefrontSettings(production))
    const places = names.filter((name) => /^Services__|ConnectionStrings|Routes|Nats|Redis|Hub/.test(name))
    expect(places).toEqual(['Services__Gateway'])
    expect(names.filter((name) => name.endsWith('Url'))).toEqual(['Storefront__PublicUrl'])
  },
)
