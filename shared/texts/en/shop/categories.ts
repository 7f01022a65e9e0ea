// What people read on the pages of categories, in English.
import { count } from '../language.ts'

export const shopCategoriesEn = {
  title: 'Categories',
  intro: 'The tree as the shop shows it. Siblings stand in the order of their place; equal ones by name.',
  noneTitle: 'No categories yet',
  noneAdvice: 'Enter the first one below.',
  category: 'Category',
  products: 'Products on sale',
  productCount: (n: number) => count(n, 'product', 'products'),
  number: (id: number) => `No. ${String(id)}`,
  addTitle: 'Enter a category',
  add: 'Enter the category',
  name: 'Name',
  nameHint: 'One line, at most 120 characters',
  nameFault: 'This is no name: one line of 1 to 120 characters.',
  parent: 'Below',
  top: 'At the top',
  parentFault: 'It cannot stand there: the category is gone, or below this one.',
  place: 'Place',
  placeHint: 'A whole number from 0; small ones first',
  placeFault: 'A whole number from 0 to 100,000.',
  refused: 'There are too many categories, or the one above is gone.',
  remove: 'Remove the category',
  removePoints: ['The shop shows it no more, and its address there leads nowhere.'],
  notEmpty:
    'Products or categories hang on this one. Move them first; products that are no longer sold count, too.',
  itsProducts: 'Its products',
  notices: {
    made: 'The category is there.',
    saved: 'The changes are saved.',
    removed: 'The category is removed.',
  },
}
