/** How what is held is told and dealt with: fetched ahead, for when nothing can be fetched. */
export const loadHeldItemStatus = () => import('./held-item-status.tsx')
