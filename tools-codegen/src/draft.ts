/** Something while it is made: what may be absent is added where it is there, which costs a fraction of spreading it. */
export type Draft<T> = { -readonly [Key in keyof T]: T[Key] };
