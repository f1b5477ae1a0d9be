import type { Request, Response } from 'express';

/** Part of a request's arrival: does its work at once and answers nothing. */
export type Step = (req: Request, res: Response) => void;
