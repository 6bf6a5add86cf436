export function cardJsonSchema(): Record<string, never> { return {}; }
