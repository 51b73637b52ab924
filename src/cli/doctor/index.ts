/** What each step of consent lets a run do and prove. */
export { renderConsentTable } from './diagnose.ts';
