// Every address of the storefront, for routes and links.
import type { PictureSize } from '@pharmacy-relay/shared/api/shop/pictures.ts'

export const SHOP = {
  home: '/',
  search: '/search',
  suggestions: '/suggestions',
  category: '/c',
  product: '/p',
  quick: '/quick',
  basket: '/basket',
  basketLines: '/basket/lines',
  basketCoupon: '/basket/coupon',
  basketCount: '/basket/count',
  checkout: '/checkout',
  orders: '/orders',
  account: '/account',
  details: '/account/details',
  password: '/account/password',
  addresses: '/account/addresses',
  signIn: '/sign-in',
  signInCode: '/sign-in/code',
  signOut: '/sign-out',
  register: '/register',
  registerCode: '/register/code',
  registerAccount: '/register/account',
  forgot: '/forgot-password',
  passwordLink: '/password-link',
  preferences: '/preferences',
  pictures: '/assets/pictures',
} as const

export function productPath({ slug }: { readonly slug: string }): string {
  return `${SHOP.product}/${slug}`
}

export function categoryPath({ slug }: { readonly slug: string }): string {
  return `${SHOP.category}/${slug}`
}

/** A file of a picture, at our own address. */
export function picturePath(hash: string, size: PictureSize): string {
  return `${SHOP.pictures}/${hash}/${size}.webp`
}

/** The order, with the address that was entered on the way to it chosen. */
export function checkoutPath({ id }: { readonly id: number }): string {
  return `${SHOP.checkout}?address=${String(id)}`
}

export function orderPath(number: string): string {
  return `${SHOP.orders}/${number}`
}

/** POST begins a payment, GET leads to the provider's page. */
export function payPath(number: string): string {
  return `${orderPath(number)}/pay`
}

/** The PDF. */
export function orderInvoicePath(number: string): string {
  return `${orderPath(number)}/invoice`
}

/** The PDF of a credit note over it. */
export function creditNotePath(order: string, number: string): string {
  return `${orderPath(order)}/credit-notes/${number}`
}

/** The sign-in page, leading on to a path of this site afterwards. */
export function signInPath(returnTo: string | null): string {
  return returnTo === null ? SHOP.signIn : `${SHOP.signIn}?returnTo=${encodeURIComponent(returnTo)}`
}

/** Addresses in the shop end with the id. Null for what has none. */
export function idInSlug(slug: unknown): string | null {
  return typeof slug === 'string' ? (/^(?:[a-z0-9-]{0,200}-)?([1-9]\d{0,9})$/.exec(slug)?.[1] ?? null) : null
}
