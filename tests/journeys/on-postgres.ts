/**
 * Walked on PostgreSQL too: the journey through the whole product, and those in which several do
 * things at the same time. What is said to one person at a time, the server's own tests ask of both
 * databases.
 */
export const ON_POSTGRES = { tag: '@postgres' }
