/** No member, post, space or message has this id; as the wire has it. */
export const MISSING_ID = '1'

/** The named cast: everybody in a test is one of these. */
export interface Person {
  username: string
  email: string
  password: string
}

export function person(name: string): Person {
  return {
    username: name,
    email: `${name.toLowerCase()}@example.org`,
    password: `${name}-Likes-Tea-4!`,
  }
}

/** Usually the first to join, and so the administrator. */
export const ada = person('Ada')
export const ben = person('Ben')
export const cleo = person('Cleo')
/** Where a crowd is needed. */
export const others = ['Dora', 'Emil', 'Fay', 'Gus', 'Hana'].map(person)
/** Where even more stand in every way to each other. */
export const ivy = person('Ivy')
export const jon = person('Jon')
export const kim = person('Kim')
export const lea = person('Lea')
export const max = person('Max')
export const nora = person('Nora')
export const olga = person('Olga')
export const pia = person('Pia')
