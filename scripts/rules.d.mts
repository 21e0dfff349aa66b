export interface Rule {
  id: string;
  title: string;
  page: string;
  line: number;
  text: string;
  built: boolean;
}

export interface Citation {
  rule: string;
  file: string;
  line: number;
  text: string;
  titled: boolean;
}

export function readRules(): Rule[];
export function readCitations(places: readonly string[], sections: readonly string[]): Citation[];
