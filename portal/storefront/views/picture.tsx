// A picture of a product in three sizes, of which the browser takes the one it needs; its place is kept before it has come.
import {
  PICTURE_SIZES,
  type PictureSize,
  type ProductPicture,
} from '@pharmacy-relay/shared/api/shop/pictures.ts'
import { picturePath } from '../paths.ts'

/** Longest side of each file, in pixels. */
const WITHIN: Readonly<Record<PictureSize, number>> = { small: 160, medium: 480, large: 1_200 }

/** Where it stands: its class, how wide it is shown there, and the file of browsers that choose none. */
const PLACES = {
  line: { class: 'thumb', sizes: '3rem', file: 'small' },
  card: { class: 'picture', sizes: '12rem', file: 'medium' },
  product: { class: 'picture', sizes: '(max-width: 26rem) 92vw, 24rem', file: 'medium' },
} as const

interface PictureProps {
  /** Undefined: the product has none. */
  readonly picture: ProductPicture | undefined
  readonly place: keyof typeof PLACES
  /** What is to be seen; empty where the product's name stands beside it. */
  readonly alt: string
  /** `first`: the largest thing of the first screen, fetched before everything else. `soon`: seen at once. */
  readonly turn?: 'first' | 'soon' | 'later'
}

export function Picture({ picture, place, alt, turn = 'later' }: PictureProps) {
  const shown = PLACES[place]
  if (picture === undefined) return <Placeholder class={shown.class} />
  const { hash } = picture
  return (
    <img
      class={shown.class}
      src={picturePath(hash, shown.file)}
      srcset={sourceSet(picture)}
      sizes={shown.sizes}
      width={picture.width}
      height={picture.height}
      alt={alt}
      loading={turn === 'later' ? 'lazy' : 'eager'}
      decoding="async"
      fetchpriority={turn === 'first' ? 'high' : undefined}
    />
  )
}

/** A small original is not made larger: its files are of the same width, of which one is named. */
function sourceSet(picture: ProductPicture): string {
  const byWidth = new Map<number, PictureSize>()
  for (const size of PICTURE_SIZES.toReversed()) byWidth.set(widthOf(picture, size), size)
  return [...byWidth].map(([width, size]) => `${picturePath(picture.hash, size)} ${width}w`).join(', ')
}

function widthOf({ width, height }: ProductPicture, size: PictureSize): number {
  return Math.max(1, Math.round(width * Math.min(1, WITHIN[size] / Math.max(width, height))))
}

/** Drawn, where a product has no picture. */
function Placeholder({ class: name }: { readonly class: string }) {
  return (
    <svg class={name} viewBox="0 0 64 48" width="160" height="120" aria-hidden="true">
      <path d="M16 16l16-6 16 6v18l-16 6-16-6zM16 16l16 6 16-6M32 22v18" />
    </svg>
  )
}

/** Of a list: the first ones are seen at once. */
export function turnOf(at: number): 'first' | 'soon' | 'later' {
  return at === 0 ? 'first' : at < 3 ? 'soon' : 'later'
}
