// Written by `writ types` from "Stride". Run it again when the document changes.
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      user: {
        Row: { id: string; created_at: string; created_by: string | null; updated_at: string; updated_by: string | null; name: string; email: string | null; };
        Insert: { id?: string; };
        Update: {  };
        Relationships: [];
      };
      organisation: {
        Row: { id: string; created_at: string; created_by: string | null; updated_at: string; updated_by: string | null; name: string; slug: string; plan: "free" | "paid"; };
        Insert: { id?: string; name: string; slug: string; plan?: "free" | "paid"; };
        Update: { name?: string; slug?: string; plan?: "free" | "paid"; };
        Relationships: [];
      };
      membership: {
        Row: { id: string; created_at: string; created_by: string | null; updated_at: string; updated_by: string | null; organisation: string; email: string; person: string | null; role: "guest" | "member" | "admin"; joined_at: string | null; };
        Insert: { id?: string; organisation: string; email: string; person?: string | null; role?: "guest" | "member" | "admin"; joined_at?: string | null; };
        Update: { organisation?: string; email?: string; person?: string | null; role?: "guest" | "member" | "admin"; joined_at?: string | null; };
        Relationships: [{ foreignKeyName: "membership.organisation_refers"; columns: ["organisation"]; isOneToOne: false; referencedRelation: "organisation"; referencedColumns: ["id"] }, { foreignKeyName: "membership.person_refers"; columns: ["person"]; isOneToOne: false; referencedRelation: "user"; referencedColumns: ["id"] }];
      };
      project: {
        Row: { id: string; created_at: string; created_by: string | null; updated_at: string; updated_by: string | null; organisation: string; key: string; name: string; archived: boolean; open_issues: number | null; };
        Insert: { id?: string; organisation: string; key: string; name: string; archived?: boolean; };
        Update: { organisation?: string; key?: string; name?: string; archived?: boolean; };
        Relationships: [{ foreignKeyName: "project.organisation_refers"; columns: ["organisation"]; isOneToOne: false; referencedRelation: "organisation"; referencedColumns: ["id"] }];
      };
      issue: {
        Row: { id: string; created_at: string; created_by: string | null; updated_at: string; updated_by: string | null; project: string; number: string; title: string; description: string | null; priority: "low" | "medium" | "high"; reporter: string; assignee: string | null; labels: ("bug" | "idea" | "chore")[]; due_on: string | null; state: "backlog" | "to_do" | "in_progress" | "in_review" | "done"; ended: boolean | null; };
        Insert: { id?: string; project: string; title: string; description?: string | null; priority?: "low" | "medium" | "high"; reporter?: string; assignee?: string | null; labels?: ("bug" | "idea" | "chore")[]; due_on?: string | null; };
        Update: { project?: string; title?: string; description?: string | null; priority?: "low" | "medium" | "high"; reporter?: string; assignee?: string | null; labels?: ("bug" | "idea" | "chore")[]; due_on?: string | null; };
        Relationships: [{ foreignKeyName: "issue.project_refers"; columns: ["project"]; isOneToOne: false; referencedRelation: "project"; referencedColumns: ["id"] }, { foreignKeyName: "issue.reporter_refers"; columns: ["reporter"]; isOneToOne: false; referencedRelation: "user"; referencedColumns: ["id"] }, { foreignKeyName: "issue.assignee_refers"; columns: ["assignee"]; isOneToOne: false; referencedRelation: "user"; referencedColumns: ["id"] }];
      };
      comment: {
        Row: { id: string; created_at: string; created_by: string | null; updated_at: string; updated_by: string | null; issue: string; author: string; text: string; };
        Insert: { id?: string; issue: string; author?: string; text: string; };
        Update: { issue?: string; author?: string; text?: string; };
        Relationships: [{ foreignKeyName: "comment.issue_refers"; columns: ["issue"]; isOneToOne: false; referencedRelation: "issue"; referencedColumns: ["id"] }, { foreignKeyName: "comment.author_refers"; columns: ["author"]; isOneToOne: false; referencedRelation: "user"; referencedColumns: ["id"] }];
      };
      _person: {
        Row: { id: string; name: string; };
        Insert: { [_ in never]: never };
        Update: { [_ in never]: never };
        Relationships: [];
      };
    };
    Views: { [_ in never]: never };
    Functions: {
      history_issue: { Args: { row_id: string; }; Returns: { event: string | null; changes: Json | null; person: string | null; name: string | null; happened_at: string | null; through: string | null; call: string | null; names: Json | null; }[]; };
      open_issues: { Args: { "": Database["public"]["Tables"]["project"]["Row"]; }; Returns: number; };
      "choices_issue.assignee": { Args: { q?: string; row_id?: string; draft?: Json; }; Returns: { id: string | null; name: string | null; }[]; };
      issue_plan: { Args: { id: string; }; Returns: Database["public"]["Tables"]["issue"]["Row"]; SetofOptions: { from: "*"; to: "issue"; isOneToOne: true; isSetofReturn: false }; };
      issue_start: { Args: { id: string; }; Returns: Database["public"]["Tables"]["issue"]["Row"]; SetofOptions: { from: "*"; to: "issue"; isOneToOne: true; isSetofReturn: false }; };
      issue_review: { Args: { id: string; }; Returns: Database["public"]["Tables"]["issue"]["Row"]; SetofOptions: { from: "*"; to: "issue"; isOneToOne: true; isSetofReturn: false }; };
      issue_finish: { Args: { id: string; }; Returns: Database["public"]["Tables"]["issue"]["Row"]; SetofOptions: { from: "*"; to: "issue"; isOneToOne: true; isSetofReturn: false }; };
      my_roles: { Args: never; Returns: { role: string | null; within: string | null; }[]; };
      created_by: { Args: { "": Database["public"]["Tables"]["user"]["Row"]; }; Returns: Database["public"]["Tables"]["_person"]["Row"][]; SetofOptions: { from: "user"; to: "_person"; isOneToOne: true; isSetofReturn: true }; } | { Args: { "": Database["public"]["Tables"]["organisation"]["Row"]; }; Returns: Database["public"]["Tables"]["_person"]["Row"][]; SetofOptions: { from: "organisation"; to: "_person"; isOneToOne: true; isSetofReturn: true }; } | { Args: { "": Database["public"]["Tables"]["membership"]["Row"]; }; Returns: Database["public"]["Tables"]["_person"]["Row"][]; SetofOptions: { from: "membership"; to: "_person"; isOneToOne: true; isSetofReturn: true }; } | { Args: { "": Database["public"]["Tables"]["project"]["Row"]; }; Returns: Database["public"]["Tables"]["_person"]["Row"][]; SetofOptions: { from: "project"; to: "_person"; isOneToOne: true; isSetofReturn: true }; } | { Args: { "": Database["public"]["Tables"]["issue"]["Row"]; }; Returns: Database["public"]["Tables"]["_person"]["Row"][]; SetofOptions: { from: "issue"; to: "_person"; isOneToOne: true; isSetofReturn: true }; } | { Args: { "": Database["public"]["Tables"]["comment"]["Row"]; }; Returns: Database["public"]["Tables"]["_person"]["Row"][]; SetofOptions: { from: "comment"; to: "_person"; isOneToOne: true; isSetofReturn: true }; };
      updated_by: { Args: { "": Database["public"]["Tables"]["user"]["Row"]; }; Returns: Database["public"]["Tables"]["_person"]["Row"][]; SetofOptions: { from: "user"; to: "_person"; isOneToOne: true; isSetofReturn: true }; } | { Args: { "": Database["public"]["Tables"]["organisation"]["Row"]; }; Returns: Database["public"]["Tables"]["_person"]["Row"][]; SetofOptions: { from: "organisation"; to: "_person"; isOneToOne: true; isSetofReturn: true }; } | { Args: { "": Database["public"]["Tables"]["membership"]["Row"]; }; Returns: Database["public"]["Tables"]["_person"]["Row"][]; SetofOptions: { from: "membership"; to: "_person"; isOneToOne: true; isSetofReturn: true }; } | { Args: { "": Database["public"]["Tables"]["project"]["Row"]; }; Returns: Database["public"]["Tables"]["_person"]["Row"][]; SetofOptions: { from: "project"; to: "_person"; isOneToOne: true; isSetofReturn: true }; } | { Args: { "": Database["public"]["Tables"]["issue"]["Row"]; }; Returns: Database["public"]["Tables"]["_person"]["Row"][]; SetofOptions: { from: "issue"; to: "_person"; isOneToOne: true; isSetofReturn: true }; } | { Args: { "": Database["public"]["Tables"]["comment"]["Row"]; }; Returns: Database["public"]["Tables"]["_person"]["Row"][]; SetofOptions: { from: "comment"; to: "_person"; isOneToOne: true; isSetofReturn: true }; };
      person: { Args: { "": Database["public"]["Tables"]["membership"]["Row"]; }; Returns: Database["public"]["Tables"]["_person"]["Row"][]; SetofOptions: { from: "membership"; to: "_person"; isOneToOne: true; isSetofReturn: true }; };
      reporter: { Args: { "": Database["public"]["Tables"]["issue"]["Row"]; }; Returns: Database["public"]["Tables"]["_person"]["Row"][]; SetofOptions: { from: "issue"; to: "_person"; isOneToOne: true; isSetofReturn: true }; };
      assignee: { Args: { "": Database["public"]["Tables"]["issue"]["Row"]; }; Returns: Database["public"]["Tables"]["_person"]["Row"][]; SetofOptions: { from: "issue"; to: "_person"; isOneToOne: true; isSetofReturn: true }; };
      author: { Args: { "": Database["public"]["Tables"]["comment"]["Row"]; }; Returns: Database["public"]["Tables"]["_person"]["Row"][]; SetofOptions: { from: "comment"; to: "_person"; isOneToOne: true; isSetofReturn: true }; };
      accept_invitation: { Args: { membership: string; }; Returns: undefined; };
    };
    Enums: { [_ in never]: never };
    CompositeTypes: { [_ in never]: never };
  };
};

import type {} from "writ/screen";

declare module "writ/screen" {
  interface Register {
    database: Database;
    screens: {
      roadmap: { route: { organisation: "organisation"; }; takes: "issue" | "project" };
    };
  }
}
