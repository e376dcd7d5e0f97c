/** One row for each setting that was ever changed; what is not there is as it was at first. */
export interface CommunityTable {
  key: string
  value: string
}
